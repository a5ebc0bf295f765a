// The form of JSON values, learned from examples and written as JSON Schema.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/json.h"

namespace engine {

// Kinds of words and the words of each: "seat" and {"green", ...}.
using Vocabulary = std::vector<std::pair<std::string, std::vector<std::string>>>;

class Shape {
 public:
  void learn(const Json& json);
  // A whole schema document, with "$defs" for the vocabulary.
  void write_schema(const Vocabulary& words, JsonWriter& out) const;

 private:
  struct Member {
    std::string name;
    int64_t seen = 0;
    std::unique_ptr<Shape> shape;
  };
  void include(const Shape& other);
  void write(const Vocabulary& words, JsonWriter& out) const;
  void write_string(const Vocabulary& words, JsonWriter& out) const;
  void write_object(const Vocabulary& words, JsonWriter& out) const;
  Member& member(const std::string& name);

  bool null_ = false;
  bool boolean_ = false;
  bool integer_ = false;
  bool decimal_ = false;
  bool array_ = false;
  std::map<std::string, int64_t> strings_;  // and how often each was met
  std::unique_ptr<Shape> items_;
  int64_t objects_ = 0;
  std::vector<Member> members_;  // in the order they were met
};

}  // namespace engine
