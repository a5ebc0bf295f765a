// Others that play blocks of a study: ranks of the same command on other machines (ranks.h), or
// workers that take from a queue (cli/lab_workers.h). They are given tasks, which are text
// (study_task.h), and bring answers, in whatever order. None of them can be relied on: what is lost
// comes back, and is played here or by somebody else.
//
// Of one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

class Helpers {
 public:
  virtual ~Helpers() = default;

  struct Answer {
    uint64_t number = 0;  // of the task
    bool lost = false;    // it has no answer: whoever had it is gone, or refuses it
    std::string text;     // otherwise the answer, or why it is refused
  };

  // How many more tasks they could do with now.
  virtual int wanted() = 0;
  virtual void ask(uint64_t number, std::string_view task) = 0;
  // Waits so long for answers, or for somebody who wants a task.
  virtual std::vector<Answer> answers(int milliseconds) = 0;
  // Nobody waits for what is open any more.
  virtual void forget() = 0;
};

}  // namespace lab
