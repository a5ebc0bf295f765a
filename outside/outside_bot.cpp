#include "outside/outside_bot.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <vector>

#include "engine/json.h"
#include "engine/record.h"
#include "outside/child.h"

namespace outside {
namespace {

constexpr int kProtocol = 1;
constexpr std::string_view kFallback = "greedy";

std::string seat_id(const engine::AnyGame& game, int seat) {
  return std::string(game.spec().seat_ids[static_cast<size_t>(seat)]);
}

class OutsideBot final : public bots::AnyBot {
 public:
  OutsideBot(const bots::BotSpec& spec, const engine::AnyGame& game, engine::Seat seat,
             Complain complain)
      : spec_(spec), game_(game), seat_(seat), complain_(std::move(complain)) {}

  bots::Decision decide(const engine::AnyTable& table, const bots::Budget& budget,
                        engine::Chance& chance) override {
    if (fallback_ == nullptr) {
      engine::Result<bots::Decision> decision = ask(table, budget);
      happened_.clear();
      if (decision) return *decision;
      give_up(decision.error.text);
    }
    return fallback_->decide(table, {}, chance);
  }

  bool listens() const override { return fallback_ == nullptr || fallback_->listens(); }
  void hear(std::span<const engine::Event> events) override {
    if (fallback_ != nullptr) return fallback_->hear(events);
    happened_.insert(happened_.end(), events.begin(), events.end());
  }

 private:
  void give_up(const std::string& why) {
    child_.reset();
    fallback_ = bots::make_bot(bots::BotSpec::of(kFallback), game_, seat_);
    complain_("the bot '" + spec_.text() + "' " + why + "; " + std::string(kFallback) +
              " plays on for it at " + seat_id(game_, engine::index_of(seat_)));
  }

  Child::Clock::time_point deadline(const bots::Budget& budget) const {
    return Child::Clock::now() + std::chrono::seconds(spec_.setting("seconds")) +
           std::chrono::milliseconds(budget.milliseconds);
  }

  engine::Result<bots::Decision> ask(const engine::AnyTable& table, const bots::Budget& budget) {
    const Child::Clock::time_point until = deadline(budget);
    if (child_ == nullptr) {
      if (engine::Error error = greet(table, until)) return error;
    }
    engine::Offer offer(engine::Offer::Keep::kLegal);
    table.offer(seat_, offer);
    if (engine::Error error = child_->write_line(question(table, offer, budget), until))
      return error;
    engine::Result<std::string> line = child_->read_line(until);
    if (!line) return line.error;
    return understand(*line, offer);
  }

  engine::Error greet(const engine::AnyTable& table, Child::Clock::time_point until) {
    auto child = Child::start(spec_.command());
    if (!child) return child.error;
    child_ = std::move(*child);
    if (engine::Error error = child_->write_line(hello(table), until)) return error;
    engine::Result<std::string> line = child_->read_line(until);
    if (!line) return line.error;
    const auto answer = engine::parse_json(*line, "");
    const engine::Json* type = answer && (*answer).is_object() ? (*answer).find("type") : nullptr;
    if (type == nullptr || type->text != "ready") return nonsense("a hello", *line);
    return {};
  }

  std::string hello(const engine::AnyTable& table) const {
    const engine::GameSpec& spec = game_.spec();
    std::string text;
    engine::JsonWriter out(text);
    out.begin_object();
    out.member("type", "hello");
    out.member("protocol", kProtocol);
    out.member("game", spec.id);
    out.member("rules_version", spec.rules_version);
    out.key("variants");
    out.begin_object();
    for (size_t i = 0; i < spec.variants.size(); ++i) {
      out.member(spec.variants[i].id, engine::variant_value(spec, table.variants(), i));
    }
    out.end_object();
    out.key("edition");
    out.begin_object();
    out.member("name", table.edition()->name());
    out.member("hash", engine::hex64(table.edition()->hash()));
    out.key("data");
    out.value(*engine::parse_json(table.edition()->text(), "edition"));
    out.end_object();
    out.key("seats");
    out.begin_array();
    for (int seat = 0; seat < table.seats(); ++seat) out.value(seat_id(game_, seat));
    out.end_array();
    out.member("seat", seat_id(game_, engine::index_of(seat_)));
    out.end_object();
    return text;
  }

  std::string question(const engine::AnyTable& table, const engine::Offer& offer,
                       const bots::Budget& budget) const {
    const engine::Viewer viewer = engine::Viewer::at(seat_);
    std::string text;
    engine::JsonWriter out(text);
    out.begin_object();
    out.member("type", "choose");
    out.key("events");
    out.begin_array();
    for (const engine::Event& event : happened_) {
      out.value(game_.event_id(*table.edition(), event, viewer));
    }
    out.end_array();
    out.key("view");
    table.write(viewer, out);
    out.member("prompt", game_.spec().prompts[static_cast<size_t>(table.prompt(seat_))]);
    out.key("options");
    out.begin_array();
    for (int i = 0; i < offer.size(); ++i) {
      out.value(game_.action_id(*table.edition(), offer[i].action));
    }
    out.end_array();
    out.key("budget");
    out.begin_object();
    out.member("ms", static_cast<int64_t>(budget.milliseconds));
    out.member("iterations", static_cast<int64_t>(budget.iterations));
    out.end_object();
    out.end_object();
    return text;
  }

  static engine::Error nonsense(const std::string& what, const std::string& line) {
    constexpr size_t kShown = 80;
    std::string shown = line.substr(0, kShown);
    std::ranges::replace_if(shown, [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
    return {engine::ErrorCode::kUsage, "answers " + what + " with '" + shown + "'", ""};
  }

  static engine::Result<bots::Decision> understand(const std::string& line,
                                                   const engine::Offer& offer) {
    const auto answer = engine::parse_json(line, "");
    const engine::Json* choice =
        answer && (*answer).is_object() ? (*answer).find("choice") : nullptr;
    if (choice == nullptr || !choice->is_integer() || choice->integer < 0 ||
        choice->integer >= offer.size()) {
      return nonsense("a question with " + std::to_string(offer.size()) + " options", line);
    }
    bots::Decision decision;
    decision.choices.push_back({offer[static_cast<int>(choice->integer)].action});
    const engine::Json* iterations = (*answer).find("iterations");
    if (iterations != nullptr && iterations->is_integer()) {
      decision.iterations =
          static_cast<uint32_t>(std::clamp<int64_t>(iterations->integer, 0, INT_MAX));
    }
    return decision;
  }

  const bots::BotSpec spec_;
  const engine::AnyGame& game_;
  const engine::Seat seat_;
  const Complain complain_;
  std::unique_ptr<Child> child_;
  std::vector<engine::Event> happened_;  // since it was asked last
  std::unique_ptr<bots::AnyBot> fallback_;
};

}  // namespace

void complain_to_stderr(const std::string& text) {
  const std::string line = "stamtafel: " + text + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::unique_ptr<bots::AnyBot> make_bot(const bots::BotSpec& spec, const engine::AnyGame& game,
                                       engine::Seat seat, const Complain& complain) {
  if (!spec.from_outside()) return bots::make_bot(spec, game, seat);
  return std::make_unique<OutsideBot>(spec, game, seat, complain);
}

}  // namespace outside
