// What a study says, as a document to read.
#pragma once

#include "lab/document.h"
#include "lab/study.h"

namespace lab {

// A figure of the edition that a sweep varies.
struct Varied {
  std::string path;
  std::vector<int> values;
};

struct Told {
  engine::Language language = engine::Language::kEnglish;
  std::string command;         // that repeats it
  std::vector<Varied> varied;  // of a sweep: arm 0 is the edition as it is, then all combinations
  // What a sweep was to reach.
  struct Aim {
    size_t measure = 0;
    double value = 0;
    std::vector<size_t> left;  // arms that may be it, the nearest first
    uint64_t rounds = 0;
  };
  std::optional<Aim> aim;
  // Of a sweep whose bots learned each edition: by so many duels, let in so often.
  struct Retune {
    uint64_t duels = 0;
    size_t let_in = 0;
  };
  std::optional<Retune> retuned;
};

Document study_document(const Study& study, const StudySums& sums, const Told& told);

// A measure's name in words.
std::string measure_name(const Measure& measure, const engine::Texts& words);
Form form_of(const Measure& measure);

}  // namespace lab
