// A position as bytes, by its description: each leaf takes as many bits as its domain needs. The
// codes depend on the rules and the edition; binary_position (position.h) names both in front.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/describe_in.h"
#include "engine/describe_out.h"

namespace engine {

class BinaryOut final : public Out {
 public:
  explicit BinaryOut(const Lexicon& lexicon) : Out(lexicon, Viewer::everything()) {}
  // Where the code of a leaf lies, for tests that change one.
  struct Place {
    size_t bit;
    int bits;
    int size;   // codes from 0 to size - 1
    bool leaf;  // not the length of a list, nor whether something is there
    std::string path;
  };
  void note_places(std::vector<Place>& places) { places_ = &places; }
  // Turns the table: what is written is the same position with every seat's number less by `seats`.
  void turn(int seats) { turn_ = seats; }
  // All that was written; zeros fill the last byte.
  const std::string& bytes() const { return bytes_; }

  void write_head(int players, const Variants& variants) override;
  void begin_member(std::string_view name) override;
  void end_member() override;
  void begin_object() override {}
  void end_object() override {}
  void begin_map(const Leaf&) override {}
  void presence(bool present) override { put(present ? 1 : 0, 2); }
  void begin_entry(const Leaf&, int) override {}
  void end_entry() override {}
  void end_map() override {}
  void begin_list(int size, int most, bool) override { put(size, most + 1); }
  void end_list() override {}
  void begin_phrase() override {}
  void end_phrase() override {}
  void leaf(const Leaf& leaf, int stored) override;
  void leaf_as(const Leaf& number, std::span<const Leaf> kinds, int which, int stored) override;
  void null() override {}
  bool keeps_none() const override { return true; }
  void known(const Cards& form, const Held& card) override;

 private:
  void put(int code, int size, bool leaf = false);
  int turned(const Leaf& leaf, int stored) const;

  std::string bytes_;
  size_t bit_ = 0;
  std::vector<Place>* places_ = nullptr;
  std::string path_;
};

// Takes any bytes: what cannot have been written is an error.
class BinaryIn final : public In {
 public:
  BinaryIn(const Lexicon& lexicon, std::string_view bytes) : In(lexicon), bytes_(bytes) {}
  // After the last member: was there anything else?
  void finish();
  void fail(std::string_view what, std::string_view member = {}) override;

 protected:
  int read_head(Variants& variants) override;
  bool begin_member(std::string_view, bool) override { return ok(); }
  void end_member() override {}
  void begin_object() override {}
  void end_object() override {}
  int begin_map(const Leaf& key, bool, bool) override {
    return key.kind == Leaf::Kind::kSeat ? seats() : key.size(lexicon());
  }
  int begin_entry(const Leaf&, int i, bool some) override { return !some || get(2) != 0 ? i : -1; }
  void end_entry() override {}
  void end_map() override {}
  int begin_list(int least, int most) override;
  void begin_item(int) override {}
  void end_item() override {}
  void end_list() override {}
  bool begin_maybe() override { return get(2) != 0; }
  void begin_phrase() override {}
  void end_phrase() override {}
  int leaf(const Leaf& leaf) override;
  Held known(const Cards& form) override;

 private:
  int get(int size);

  std::string_view bytes_;
  size_t bit_ = 0;
};

// In front of the bytes of a position: the form they have, the rules, the edition.
inline constexpr size_t kBytesHead = 11;
std::string bytes_head(const GameSpec& spec, uint64_t edition_hash);
Error check_bytes_head(const GameSpec& spec, uint64_t edition_hash, std::string_view bytes);

}  // namespace engine
