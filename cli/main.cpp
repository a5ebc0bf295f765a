#include "cli/app.h"

#include <cstdio>

int main(int argc, char** argv) {
#ifdef STAMTAFEL_V2
  if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("sse4.2")) {
    std::fputs(
        "stamtafel: this build needs a processor with SSE 4.2 and popcnt (x86-64-v2); build it "
        "with "
        "-DSTAMTAFEL_PLAIN=ON for this one\n",
        stderr);
    return 1;
  }
#endif
  return cli::run(std::vector<std::string>(argv + 1, argv + argc));
}
