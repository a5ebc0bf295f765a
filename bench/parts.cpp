// What the parts of the engine cost, game by game: playing on, copying and imagining positions, and
// what is made of their description. Without words behind it, a table of microseconds and bytes;
// with a game and a part (and variants: credit=off), that part alone, once, inside the function
// `measured`, so that tools/instructions can have its instructions counted.
#include <array>
#include <cstdio>
#include <ctime>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "bots/playout.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

// Outside any namespace and never inlined: callgrind is told its name.
template <class Work>
[[gnu::noinline]] size_t measured(Work& work) {
  return work();
}

namespace {

constexpr size_t kPositions = 200;
constexpr uint64_t kEvery = 61;  // prime: no position of a game is favoured
constexpr uint64_t kSeed = 1;
constexpr int kGames = 64;
constexpr int kRepeats = 3;
constexpr double kSeconds = 0.2;

template <class T>
void do_not_optimize(const T& value) {
  asm volatile("" : : "m"(value) : "memory");
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// With the most players and the default edition.
template <engine::Game G>
class Parts {
 public:
  Parts(const typename G::Edition& edition, const engine::Variants& variants)
      : edition_(edition), variants_(variants) {
    engine::Chance chance(kSeed);
    engine::Offer offer(engine::Offer::Keep::kLegal);
    uint64_t decisions = 0;
    while (positions_.size() < kPositions) {
      State state = deal(chance);
      State earlier = state;
      for (; !G::over(state) && positions_.size() < kPositions; ++decisions) {
        if (decisions % kEvery == 0) {
          positions_.push_back(state);
          before_.push_back(earlier);
        }
        earlier = state;
        bots::random_step<G>(state, offer, chance);
      }
    }
    for (size_t i = 0; i < kPositions; ++i) {
      std::string text;
      engine::JsonWriter writer(text);
      engine::write_position<G>(positions_[i], engine::Viewer::everything(), writer);
      json_.push_back(*engine::parse_json(text, "position"));
      position_bytes_ += text.size();
      packed_bytes_ += engine::pack_position<G>(positions_[i]).size();
      flat_.push_back(engine::flat_view<G>(positions_[i], eyes(i)));
      flat_before_.push_back(engine::flat_view<G>(before_[i], eyes(i)));
      view_bytes_ += flat_.back().text.size();
      difference_bytes_ += engine::difference(flat_before_.back(), flat_.back()).size();
    }
    layout_ = engine::observation_layout<G>(positions_[0]);
    numbers_.resize(layout_.size());
    sparse_.resize(layout_.size());
    written_.resize(layout_.size());
  }

  // Calls f(name, work) for each part; work() does it for all positions and says for how many.
  template <class F>
  void each(F&& f) {
    f("playout", [this] {
      engine::Chance chance(kSeed);
      size_t decisions = 0;
      for (int game = 0; game < kGames; ++game) {
        State state = deal(chance);
        decisions += bots::playout<G>(state, chance);
        do_not_optimize(state);
      }
      return decisions;
    });
    over_positions(f, "copy", [](size_t, State& copy) { do_not_optimize(copy); });
    over_positions(f, "reimagine",
                   [this, chance = engine::Chance(kSeed)](size_t i, State& world) mutable {
                     G::reimagine(world, seat(i), chance);
                   });
    over_positions(f, "write", [this](size_t i, State& state) {
      text_.clear();
      engine::JsonWriter writer(text_);
      engine::write_position<G>(state, eyes(i), writer);
    });
    over_positions(f, "read", [this](size_t i, State& state) {
      do_not_optimize(engine::read_position<G>(json_[i], edition_, state));
    });
    over_positions(f, "key", [this](size_t i, State& state) {
      do_not_optimize(engine::observation_key<G>(state, seat(i)));
    });
    over_positions(f, "numbers", [this](size_t i, State& state) {
      do_not_optimize(engine::observe<G>(state, seat(i), numbers_));
    });
    // As many tables at once have them: what was written is cleared, too.
    over_positions(f, "layout", [this](size_t i, State& state) {
      const uint32_t* end = engine::observe<G>(state, seat(i), layout_, sparse_, written_.data());
      do_not_optimize(sparse_);
      for (const uint32_t* at = written_.data(); at != end; ++at) sparse_[*at] = 0;
    });
    over_positions(f, "difference", [this](size_t i, State&) {
      do_not_optimize(engine::difference(flat_before_[i], flat_[i]));
    });
    over_positions(f, "sound",
                   [](size_t, State& state) { do_not_optimize(engine::is_sound<G>(state)); });
  }

  void print_bytes() const {
    const auto mean = [](size_t bytes) { return bytes / kPositions; };
    std::printf("  %zu numbers; mean bytes: position %zu, packed %zu, view %zu, difference %zu\n",
                numbers_.size(), mean(position_bytes_), mean(packed_bytes_), mean(view_bytes_),
                mean(difference_bytes_));
  }

 private:
  using State = typename G::State;

  State deal(engine::Chance& chance) const {
    engine::Events silent;
    return G::setup(edition_, variants_, G::spec().max_seats, chance, silent);
  }
  engine::Seat seat(size_t i) const { return G::acting(positions_[i]).front(); }
  engine::Viewer eyes(size_t i) const { return engine::Viewer::at(seat(i)); }

  template <class F, class Part>
  void over_positions(F& f, const char* name, Part part) {
    f(name, [&] {
      for (size_t i = 0; i < kPositions; ++i) {
        State copy = positions_[i];
        part(i, copy);
        do_not_optimize(copy);
      }
      return kPositions;
    });
  }

  const typename G::Edition& edition_;
  const engine::Variants variants_;
  std::vector<State> positions_;
  std::vector<State> before_;
  std::vector<engine::Json> json_;
  std::vector<engine::FlatView> flat_;
  std::vector<engine::FlatView> flat_before_;
  engine::ObservationLayout layout_;
  std::vector<float> numbers_;
  std::vector<float> sparse_;
  std::vector<uint32_t> written_;
  std::string text_;
  size_t position_bytes_ = 0;
  size_t packed_bytes_ = 0;
  size_t view_bytes_ = 0;
  size_t difference_bytes_ = 0;
};

// Of processor time, the best of some repeats.
template <class Work>
double microseconds(Work& work) {
  double best = std::numeric_limits<double>::max();
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    size_t units = 0;
    const double begin = processor_seconds();
    double elapsed = 0;
    do {
      units += work();
      elapsed = processor_seconds() - begin;
    } while (elapsed < kSeconds);
    best = std::min(best, 1e6 * elapsed / static_cast<double>(units));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view only_game = argc > 1 ? argv[1] : "";
  const std::string_view only_part = argc > 2 ? argv[2] : "";
  size_t units = 0;
  for (const engine::AnyGame* game : games::all()) {
    if (!only_game.empty() && game->spec().id != only_game) continue;
    const engine::EditionPtr edition = game->default_edition();
    engine::Variants variants = engine::default_variants(game->spec());
    for (int i = 3; i < argc; ++i) {
      if (const engine::Error error = engine::set_variant(game->spec(), argv[i], variants)) {
        std::fprintf(stderr, "parts: %s\n", error.text.c_str());
        return 2;
      }
    }
    games::AllGames::visit(game->spec().id, [&]<class G>() {
      Parts<G> parts(engine::AnyGameOf<G>::data(*edition), variants);
      if (only_part.empty()) std::printf("%s\n", std::string(game->spec().id).c_str());
      parts.each([&](std::string_view name, auto work) {
        if (only_part.empty()) {
          std::printf("  %-10s %8.3f us\n", std::string(name).c_str(), microseconds(work));
        } else if (name == only_part) {
          units = measured(work);
        }
      });
      if (only_part.empty()) parts.print_bytes();
    });
  }
  if (only_part.empty()) return 0;
  if (units == 0) {
    std::fprintf(stderr, "parts: there is no such game or part\n");
    return 2;
  }
  std::printf("%zu\n", units);
  return 0;
}
