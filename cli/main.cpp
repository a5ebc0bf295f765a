#include "cli/app.h"

int main(int argc, char** argv) {
  return cli::run(std::vector<std::string>(argv + 1, argv + argc));
}
