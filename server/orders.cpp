#include "server/orders.h"

#include <algorithm>
#include <optional>
#include <span>

namespace server {
namespace {

constexpr size_t kMaxPattern = 120;
constexpr std::string_view kAnything = "*";

// A verb or an event of the game: what its words stand for.
struct Row {
  std::string_view id;
  std::span<const engine::DomainId> args;
  std::string text;  // the key of its sentence
};

std::optional<Row> find_verb(const engine::GameSpec& spec, std::string_view id) {
  for (const engine::VerbSpec& verb : spec.verbs) {
    if (verb.id == id) return Row{verb.id, verb.args, "verb." + std::string(id)};
  }
  return std::nullopt;
}

std::optional<Row> find_event(const engine::GameSpec& spec, std::string_view id) {
  for (const engine::EventSpec& event : spec.events) {
    if (event.id != id) continue;
    return Row{event.id, event.args,
               "event." + std::string(id) + (event.secret != 0 ? ".shown" : "")};
  }
  return std::nullopt;
}

size_t count_args(const Row& row) {
  const auto end = std::find(row.args.begin(), row.args.end(), engine::kNoArg);
  return static_cast<size_t>(end - row.args.begin());
}

// The pattern with every value as the game writes it; nothing when it has a word the game hasn't.
std::optional<std::string> canonical(const engine::AnyGame& game, const engine::AnyEdition& edition,
                                     const std::optional<Row>& row,
                                     const std::vector<std::string_view>& words) {
  if (!row || words.size() > count_args(*row) + 1) return std::nullopt;
  std::string text(row->id);
  for (size_t i = 1; i < words.size(); ++i) {
    text += ' ';
    if (words[i] == kAnything) {
      text += kAnything;
      continue;
    }
    const engine::DomainId domain = row->args[i - 1];
    const int value = game.parse_value(edition, domain, words[i]);
    if (value < 0) return std::nullopt;
    text += game.value_name(edition, domain, value);
  }
  return text;
}

std::string sentence_of(const engine::AnyGame& game, const engine::AnyEdition& edition,
                        const std::optional<Row>& row, const std::vector<std::string_view>& words,
                        const engine::Texts& texts) {
  std::vector<std::string> values(row->args.size(), "…");
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == kAnything) continue;
    const engine::DomainId domain = row->args[i - 1];
    values[i - 1] =
        game.value_text(edition, domain, game.parse_value(edition, domain, words[i]), texts);
  }
  std::string text = texts.fill(texts.get(row->text), values.data(), values.size());
  if (text.ends_with("….")) text.pop_back();
  return text;
}

Refusal bad(const char* key, const std::string& pattern) {
  return {Code::kMessage, key, {pattern}, nullptr, "", ""};
}

bool happened_so(const StandingOrder& order, const std::vector<std::string>& told) {
  return order.when.empty() || std::any_of(told.begin(), told.end(), [&](const std::string& event) {
           return fits(order.when, event);
         });
}

}  // namespace

bool fits(std::string_view pattern, std::string_view text) {
  const std::vector<std::string_view> wanted = engine::split(pattern, ' ');
  const std::vector<std::string_view> words = engine::split(text, ' ');
  if (wanted.empty() || wanted.size() > words.size()) return false;
  return std::equal(wanted.begin(), wanted.end(), words.begin(),
                    [](std::string_view want, std::string_view word) {
                      return want == kAnything || want == word;
                    });
}

Refusal check_orders(const engine::AnyGame& game, const engine::AnyEdition& edition,
                     Orders& orders) {
  const engine::GameSpec& spec = game.spec();
  if (orders.list.size() > kMaxOrders) return {Code::kSize, "too-large", {}, nullptr, "", ""};
  for (StandingOrder& order : orders.list) {
    if (order.act.size() > kMaxPattern || order.when.size() > kMaxPattern) {
      return {Code::kSize, "too-large", {}, nullptr, "", ""};
    }
    const std::vector<std::string_view> act = engine::split(order.act, ' ');
    std::optional<std::string> known;
    if (!act.empty()) known = canonical(game, edition, find_verb(spec, act.front()), act);
    if (!known) return bad("bad-action", order.act);
    order.act = *known;
    if (order.when.empty()) continue;
    const std::vector<std::string_view> when = engine::split(order.when, ' ');
    known.reset();
    if (!when.empty()) known = canonical(game, edition, find_event(spec, when.front()), when);
    if (!known) return bad("bad-event", order.when);
    order.when = *known;
  }
  return {};
}

engine::Action answer_by(const Orders& orders, const engine::AnyTable& match, engine::Seat seat,
                         const std::vector<engine::Event>& happened) {
  const engine::AnyGame& game = match.game();
  std::vector<std::string> told;
  told.reserve(happened.size());
  for (const engine::Event& event : happened) {
    told.push_back(game.event_id(*match.edition(), event, engine::Viewer::at(seat)));
  }
  engine::Offer offer(engine::Offer::Keep::kLegal);
  match.offer(seat, offer);
  for (const StandingOrder& order : orders.list) {
    if (!happened_so(order, told)) continue;
    for (const engine::Option& option : offer) {
      if (fits(order.act, game.action_id(*match.edition(), option.action))) return option.action;
    }
  }
  return match.fallback(seat);
}

std::string write_order_list(const Orders& orders) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_array();
  for (const StandingOrder& order : orders.list) {
    out.begin_object();
    out.member("do", std::string_view(order.act));
    if (!order.when.empty()) out.member("when", std::string_view(order.when));
    out.end_object();
  }
  out.end_array();
  return text;
}

engine::Result<Orders> read_orders(bool on, std::string_view list) {
  engine::Result<engine::Json> parsed = engine::parse_json(list, "orders");
  if (!parsed) return parsed.error;
  engine::Error error;
  Orders orders{on, {}};
  for (const engine::Json& item : parsed->items) {
    engine::FieldReader reader(item, "orders", error, engine::ErrorCode::kRecord);
    orders.list.push_back(
        {std::string(reader.string("do")), std::string(reader.string_or("when", ""))});
  }
  if (error) return error;
  return orders;
}

void write_orders(const engine::AnyGame& game, const engine::AnyEdition& edition,
                  const Orders& orders, engine::Language language, engine::JsonWriter& out) {
  const engine::Texts& texts = edition.texts(language);
  out.begin_object();
  out.member("on", orders.on);
  out.key("list");
  out.begin_array(false);
  for (const StandingOrder& order : orders.list) {
    const std::vector<std::string_view> act = engine::split(order.act, ' ');
    out.begin_object();
    out.member("do", std::string_view(order.act));
    out.member("text", std::string_view(sentence_of(
                           game, edition, find_verb(game.spec(), act.front()), act, texts)));
    if (!order.when.empty()) {
      const std::vector<std::string_view> when = engine::split(order.when, ' ');
      out.member("when", std::string_view(order.when));
      out.member("when_text",
                 std::string_view(sentence_of(game, edition, find_event(game.spec(), when.front()),
                                              when, texts)));
    }
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

}  // namespace server
