#include "lab/study_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/sort_stably.h"
#include "lab/variance_parts.h"

namespace lab {
namespace {

constexpr double kFalseShare = 0.05;   // of findings that may be due to chance
constexpr int64_t kFewestBlocks = 30;  // on both sides, to say anything of a component

Form change_of(Form form) { return form == Form::kNumber ? Form::kChange : Form::kPoints; }

// Shares lie between 0 and 1; what is freed from chance (deal_luck) may come out below.
Estimate estimate_of(Measured measured, Unit unit, int players) {
  if (unit == Unit::kShare && measured.known()) {
    // Blocks that were all alike don't prove that the next one is: as if it differed by one game.
    const double blocks = measured.degrees + 1;
    measured.deviation =
        std::max(measured.deviation, 1 / (players * std::sqrt(blocks * (blocks + 1))));
  }
  Estimate estimate = measured.estimate();
  if (unit == Unit::kShare && measured.mean >= 0) {
    estimate.interval.low = std::max(0.0, estimate.interval.low);
    estimate.interval.high = std::min(1.0, estimate.interval.high);
  }
  return estimate;
}

// Writes one document.
class Writer {
 public:
  Writer(const Study& study, const StudySums& sums, const Told& told)
      : study_(study),
        sums_(sums),
        told_(told),
        words_(report_texts(told.language)),
        measures_(study.measures()) {
    const StudySpec& spec = study.spec();
    document_.played =
        WhatIsPlayed::of(*spec.game, *spec.arms[0].edition, spec.variants, spec.players());
    document_.language = told.language;
    document_.command = told.command;
  }

  Document balance() {
    begin("balance");
    answer_balance(sums_.arms[0]);
    add_order(sums_.arms[0]);
    add_luck(sums_.arms[0]);
    add_course(sums_.arms[0]);
    add_components(0);
    return std::move(document_);
  }

  Document sweep() {
    begin("sweep");
    const Changes changes = changes_of_all();
    answer_changes(changes);
    if (told_.aim) answer_aim();
    add_responses();
    add_changes(changes, "arm");
    return std::move(document_);
  }

  Document compare() {
    begin("compare");
    const Changes changes = changes_of_all();
    answer_changes(changes);
    add_changes(changes, "");
    for (size_t arm = 0; arm < sums_.arms.size(); ++arm) add_components(arm);
    return std::move(document_);
  }

 private:
  struct Change {
    size_t arm = 0;
    size_t measure = 0;
    Measured by;
    bool holds = false;
  };
  using Changes = std::vector<Change>;

  template <class... Args>
  std::string say(std::string_view key, const Args&... args) const {
    return words_.format(key, args...);
  }
  std::string show(Form form, const Estimate& estimate) const {
    return cell_text(ReportCell::of(form, estimate), told_.language);
  }
  std::string show(Form form, double value) const {
    return cell_text(ReportCell::of(form, value), told_.language);
  }
  Estimate value(const ArmSums& arm, size_t measure) const {
    return estimate_of(arm.measures[measure].first(), measures_.all()[measure].unit,
                       measures_.players());
  }
  ReportCell cell(const ArmSums& arm, size_t measure) const {
    if (!arm.measures[measure].first().known()) return ReportCell::none();
    return ReportCell::of(form_of(measures_.all()[measure]), value(arm, measure));
  }
  std::string name(size_t measure) const { return measure_name(measures_.all()[measure], words_); }
  ReportCell name_cell(size_t measure) const {
    return ReportCell::of(name(measure), measures_.all()[measure].id);
  }
  std::vector<Column> columns(std::initializer_list<std::string_view> ids) const {
    std::vector<Column> all;
    for (const std::string_view id : ids) {
      all.push_back({std::string(id), say("column." + std::string(id))});
    }
    return all;
  }
  Section& section(const std::string& id, const std::string& suffix = "") {
    Section& added = document_.sections.emplace_back();
    added.id = id + suffix;
    added.title = say("section." + id + ".title");
    added.text = say("section." + id + ".text");
    return added;
  }
  std::string game_name() const {
    const engine::Texts& texts = study_.spec().arms[0].edition->texts(told_.language);
    return texts.has("game.name") ? std::string(texts.get("game.name")) : document_.played.game;
  }

  void begin(const std::string& what) {
    const StudySpec& spec = study_.spec();
    const std::string players = std::to_string(spec.players());
    document_.title = say("title." + what, game_name(), players);
    document_.question = say("question." + what, game_name(), players);
    uint64_t games = 0;
    for (const ArmSums& arm : sums_.arms) games += arm.games;
    std::string bots;
    for (const std::string& kind : study_.kinds()) bots += (bots.empty() ? "" : ", ") + kind;
    const ArmSums& first = sums_.arms[0];
    document_.method = {
        say("method.games", std::to_string(games), std::to_string(first.blocks.size()), bots),
        say("method.block", players), say("method.intervals")};
    if (spec.arms.size() > 1) {
      document_.method.push_back(say("method.paired"));
      if (told_.retuned) {
        document_.method.push_back(say("method.retuned", std::to_string(told_.retuned->duels),
                                       std::to_string(told_.retuned->let_in),
                                       std::to_string(spec.arms.size())));
      }
      document_.method.push_back(say("method.many"));
    }
    document_.method.push_back(
        say("method.what", document_.played.game, std::to_string(document_.played.rules_version),
            document_.played.edition,
            say("seeds." + std::string(kWorldIds[static_cast<size_t>(spec.seeds.world)])),
            std::to_string(spec.seeds.series)));
    if (first.games == 0) document_.answer.push_back(say("answer.nothing"));
  }

  // --- balance ---

  void answer_balance(const ArmSums& arm) {
    if (!arm.measures[Measures::kSeatAdvantage].first().known()) return;
    std::vector<std::string>& answer = document_.answer;
    const double even = 1.0 / measures_.players();
    const Estimate begins = value(arm, measures_.order(0));
    const std::string verdict = begins.interval.low > even    ? "answer.begins_more"
                                : begins.interval.high < even ? "answer.begins_less"
                                                              : "answer.begins_even";
    answer.push_back(say(verdict, show(Form::kPercent, begins), show(Form::kPercent, even)));
    const VarianceParts luck = variance_parts(arm, measures_, study_.kind_of_seat());
    const auto percent = [&](const Measured& part) {
      return show(Form::kPercent, std::clamp(part.mean, 0.0, 1.0));
    };
    answer.push_back(
        measures_.bots() > 0
            ? say("answer.luck_skill", percent(luck.skill), percent(luck.deal), percent(luck.order),
                  percent(luck.course))
            : say("answer.luck", percent(luck.deal), percent(luck.order), percent(luck.course)));
    const auto mean = [&](size_t measure) {
      return show(form_of(measures_.all()[measure]), value(arm, measure).mean);
    };
    answer.push_back(say("answer.length", mean(Measures::kTurns), mean(Measures::kDecisions),
                         mean(Measures::kBranching)));
    answer.push_back(say("answer.lead", mean(Measures::kLeadChanges), mean(Measures::kKnownAt)));
    answer.push_back(say("answer.score", mean(Measures::kWinningScore), mean(Measures::kMargin),
                         mean(Measures::kSpread)));
  }

  void add_shares(Section& section, const ArmSums& arm, size_t first, int count,
                  const std::string& title) {
    Plot plot;
    plot.title = title;
    plot.reference = 1.0 / measures_.players();
    for (int i = 0; i < count; ++i) {
      const size_t measure = first + static_cast<size_t>(i);
      section.rows.push_back({name_cell(measure), cell(arm, measure)});
      const Estimate share = value(arm, measure);
      plot.points.push_back({name(measure), 0, share.mean, share.interval});
    }
    section.plots.push_back(std::move(plot));
  }

  void add_order(const ArmSums& arm) {
    Section& order = section("order");
    order.columns = columns({"measure", "value"});
    add_shares(order, arm, measures_.order(0), measures_.players(), say("plot.order"));
    add_shares(order, arm, measures_.seat(0), measures_.players(), say("plot.seat"));
    if (measures_.bots() == 0) return;
    Section& bots = section("bots");
    bots.columns = columns({"measure", "value"});
    add_shares(bots, arm, measures_.bot(0), measures_.bots(), say("plot.bot"));
  }

  void add_luck(const ArmSums& arm) {
    const VarianceParts luck = variance_parts(arm, measures_, study_.kind_of_seat());
    if (!luck.deal.known()) return;
    Section& section_of = section("luck");
    section_of.columns = columns({"part", "value"});
    Plot plot;
    plot.kind = Plot::Kind::kParts;
    plot.title = say("plot.luck");
    const std::pair<std::string_view, const Measured*> parts[]{{"order", &luck.order},
                                                               {"skill", &luck.skill},
                                                               {"deal", &luck.deal},
                                                               {"course", &luck.course}};
    for (const auto& [id, part] : parts) {
      if (id == "skill" && measures_.bots() == 0) continue;
      const std::string label = say("luck." + std::string(id));
      const Estimate estimate = part->estimate();
      section_of.rows.push_back(
          {ReportCell::of(label, std::string(id)), ReportCell::of(Form::kPercent, estimate)});
      plot.points.push_back({label, 0, estimate.mean, estimate.interval});
    }
    section_of.plots.push_back(std::move(plot));
  }

  // Bars of at most kBars widths.
  Plot histogram(const Counts& counts, const std::string& what) const {
    constexpr int64_t kBars = 40;
    Plot plot;
    plot.kind = Plot::Kind::kBars;
    plot.title = say("plot." + what);
    plot.x_title = say("axis." + what);
    if (counts.all().empty()) return plot;
    const int64_t least = counts.all().begin()->first;
    const int64_t most = counts.quantile(99);  // a few that are far away would hide the rest
    const int64_t width = std::max<int64_t>(1, (most - least + kBars) / kBars);
    std::map<int64_t, uint64_t> bars;
    for (const auto& [number, times] : counts.all()) {
      if (number <= most) bars[(number - least) / width] += times;
    }
    const auto total = static_cast<double>(counts.total());
    for (int64_t bar = 0; bar <= (most - least) / width; ++bar) {
      const int64_t from = least + bar * width;
      const std::string label =
          width == 1 ? std::to_string(from) : fmt::format("{} – {}", from, from + width - 1);
      plot.points.push_back({label,
                             static_cast<double>(from) + static_cast<double>(width - 1) / 2,
                             static_cast<double>(bars[bar]) / total,
                             {}});
    }
    return plot;
  }

  void add_course(const ArmSums& arm) {
    Section& course = section("course");
    course.columns = columns({"measure", "value", "meaning"});
    for (size_t i = 0; i < Measures::kSingles; ++i) {
      course.rows.push_back({name_cell(i), cell(arm, i),
                             ReportCell::note(say("meaning." + measures_.all()[i].kind))});
    }
    Plot plot;
    plot.kind = Plot::Kind::kCurve;
    plot.title = say("plot.leader");
    plot.x_title = say("axis.leader");
    plot.reference = 1.0 / measures_.players();
    Section& leader = section("leader");
    leader.columns = columns({"measure", "value"});
    for (int tenth = 1; tenth <= Measures::kTenths; ++tenth) {
      const size_t measure = measures_.leader_wins(tenth);
      leader.rows.push_back({name_cell(measure), cell(arm, measure)});
      if (!arm.measures[measure].first().known()) continue;
      const Estimate share = value(arm, measure);
      plot.points.push_back({"", 10.0 * tenth, share.mean, share.interval});
    }
    leader.plots.push_back(std::move(plot));
    Section& spread = section("spread");
    spread.columns = columns({"what", "p05", "p25", "p50", "p75", "p95"});
    for (const auto& [what, counts] :
         {std::pair<std::string, const Counts*>{"lengths", &arm.lengths},
          {"scores", &arm.scores}}) {
      if (counts->all().empty()) continue;
      std::vector<ReportCell> row{ReportCell::of(say("axis." + what), what)};
      for (const int percent : {5, 25, 50, 75, 95}) {
        row.push_back(ReportCell::of(Form::kCount, static_cast<double>(counts->quantile(percent))));
      }
      spread.rows.push_back(std::move(row));
      spread.plots.push_back(histogram(*counts, what));
    }
  }

  // --- components ---

  struct Taken {
    int component = 0;
    size_t kind = 0;
    const TwinSums* sums = nullptr;
    Measured more;  // wins of those who took it, less of those who did not
    bool holds = false;
  };

  std::vector<Taken> taken_of(size_t arm) const {
    const ArmSums& sums = sums_.arms[arm];
    const auto components = static_cast<size_t>(study_.components(arm).size());
    std::vector<Taken> all;
    std::vector<double> chances;
    for (size_t at = 0; at < sums.components.size(); ++at) {
      const TwinSums& each = sums.components[at];
      if (each.empty()) continue;
      Taken taken{static_cast<int>(at % components), at / components, &each, {}, false};
      if (std::min(each.blocks(0), each.blocks(1)) >= kFewestBlocks) {
        taken.more = each.difference();
        chances.push_back(taken.more.p_value());
      }
      all.push_back(taken);
    }
    const std::vector<bool> hold = false_discoveries_below(kFalseShare, chances);
    size_t next = 0;
    for (Taken& taken : all) {
      if (taken.more.known()) taken.holds = hold[next++];
    }
    sort_stably(all.begin(), all.end(), [](const Taken& a, const Taken& b) {
      if (a.more.known() != b.more.known()) return a.more.known();
      return a.more.known() && a.more.mean > b.more.mean;
    });
    return all;
  }

  void add_components(size_t arm) {
    const std::vector<Taken> all = taken_of(arm);
    if (all.empty()) return;
    const engine::Components& components = study_.components(arm);
    const engine::Texts& texts = study_.spec().arms[arm].edition->texts(told_.language);
    const ArmSums& sums = sums_.arms[arm];
    const bool several = study_.spec().arms.size() > 1;
    Section& section_of =
        section("components", several ? "_" + std::string(1, static_cast<char>('a' + arm)) : "");
    if (several) section_of.title += ": " + study_.spec().arms[arm].label;
    const bool bots = study_.kinds().size() > 1;
    section_of.columns =
        bots ? columns({"component", "bot", "could", "took", "wins", "others", "more", "chance",
                        "holds"})
             : columns({"component", "could", "took", "wins", "others", "more", "chance", "holds"});
    Plot plot;
    plot.form = Form::kPoints;
    plot.title = say("plot.components");
    plot.reference = 0;
    std::vector<const Taken*> holding;
    for (const Taken& taken : all) {
      const std::string label = components.name(taken.component, texts);
      const double took = taken.sums->weight(0) / kWholeWin;
      const double could = took + taken.sums->weight(1) / kWholeWin;
      const auto seats = static_cast<double>(
          std::ranges::count(study_.kind_of_seat(), static_cast<int>(taken.kind)));
      const double games = static_cast<double>(sums.games) / measures_.players();
      std::vector<ReportCell> row{ReportCell::of(label, components.id(taken.component))};
      if (bots) row.push_back(ReportCell::of(study_.kinds()[taken.kind]));
      row.push_back(ReportCell::of(Form::kPercent, could / (games * seats * measures_.players())));
      row.push_back(ReportCell::of(Form::kPercent, took / could));
      const auto share = [&](int which, const Measured& measured) {
        return taken.sums->blocks(which) == 0
                   ? ReportCell::none()
                   : ReportCell::of(Form::kPercent,
                                    estimate_of(measured, Unit::kShare, measures_.players()));
      };
      row.push_back(share(0, taken.sums->first()));
      row.push_back(share(1, taken.sums->second()));
      if (taken.more.known()) {
        row.push_back(ReportCell::of(Form::kPoints, taken.more.estimate()));
        row.push_back(ReportCell::of(Form::kChance, taken.more.p_value()));
        row.push_back(taken.holds ? ReportCell::of(say("holds.yes"), "yes")
                                  : ReportCell::of(say("holds.no"), "no"));
        if (taken.holds) holding.push_back(&taken);
      } else {
        row.insert(row.end(), {ReportCell::none(), ReportCell::none(),
                               ReportCell::of(say("holds.few"), "few")});
      }
      section_of.rows.push_back(std::move(row));
    }
    constexpr size_t kShown = 12;  // at either end
    for (size_t i = 0; i < holding.size(); ++i) {
      if (i >= kShown && i + kShown < holding.size()) continue;
      const Taken& taken = *holding[i];
      section_of.in_short.push_back(static_cast<size_t>(&taken - all.data()));
      plot.points.push_back({components.name(taken.component, texts) +
                                 (bots ? " (" + study_.kinds()[taken.kind] + ")" : ""),
                             0, taken.more.mean, taken.more.estimate().interval});
    }
    if (!several) answer_components(holding, components, texts);
    section_of.plots.push_back(std::move(plot));
  }

  void answer_components(const std::vector<const Taken*>& holding,
                         const engine::Components& components, const engine::Texts& texts) {
    const auto told = [&](const Taken& taken) {
      return say("answer.component", components.name(taken.component, texts),
                 show(Form::kPoints, taken.more.mean));
    };
    const auto list = [&](bool strong) {
      constexpr size_t kNamed = 3;
      std::string text;
      size_t named = 0;
      for (size_t i = 0; i < holding.size() && named < kNamed; ++i) {
        const Taken& taken = *holding[strong ? i : holding.size() - 1 - i];
        if ((taken.more.mean > 0) != strong) break;
        text += (text.empty() ? "" : ", ") + told(taken);
        ++named;
      }
      return text;
    };
    const std::string strong = list(true);
    const std::string weak = list(false);
    if (!strong.empty()) document_.answer.push_back(say("answer.strong", strong));
    if (!weak.empty()) document_.answer.push_back(say("answer.weak", weak));
    if (strong.empty() && weak.empty()) document_.answer.push_back(say("answer.no_component"));
  }

  // --- several editions ---

  // Those that are worth a line in a comparison.
  bool compared(size_t measure) const {
    return measure < Measures::kSingles ||
           (measure >= measures_.order(0) && measure < measures_.order(measures_.players())) ||
           measure >= measures_.bot(0);
  }

  Changes changes_of_all() const {
    Changes all;
    std::vector<double> chances;
    for (size_t arm = 1; arm < sums_.arms.size(); ++arm) {
      for (size_t measure = 0; measure < measures_.size(); ++measure) {
        if (!compared(measure)) continue;
        const Measured by = sums_.arms[arm].measures[measure].difference();
        if (!by.known()) continue;
        all.push_back({arm, measure, by, false});
        chances.push_back(by.p_value());
      }
    }
    const std::vector<bool> hold = false_discoveries_below(kFalseShare, chances);
    for (size_t i = 0; i < all.size(); ++i) all[i].holds = hold[i];
    return all;
  }

  void answer_changes(const Changes& changes) {
    Changes holding;
    std::ranges::copy_if(changes, std::back_inserter(holding), &Change::holds);
    if (holding.empty()) {
      document_.answer.push_back(say("answer.no_change", std::to_string(changes.size())));
      return;
    }
    document_.answer.push_back(
        say("answer.changes", std::to_string(holding.size()), std::to_string(changes.size())));
    sort_stably(holding.begin(), holding.end(), [](const Change& a, const Change& b) {
      return std::abs(a.by.mean) * b.by.deviation > std::abs(b.by.mean) * a.by.deviation;
    });
    constexpr size_t kNamed = 4;
    for (size_t i = 0; i < std::min(kNamed, holding.size()); ++i) {
      const Change& change = holding[i];
      document_.answer.push_back(
          say("answer.change", study_.spec().arms[change.arm].label, name(change.measure),
              show(change_of(form_of(measures_.all()[change.measure])), change.by.estimate())));
    }
  }

  void answer_aim() {
    const Told::Aim& aim = *told_.aim;
    const Form form = form_of(measures_.all()[aim.measure]);
    const auto told = [&](size_t arm) {
      return say("answer.aim_arm", study_.spec().arms[arm].label,
                 show(form, value(sums_.arms[arm], aim.measure)));
    };
    document_.answer.push_back(say("answer.aim", name(aim.measure), show(form, aim.value),
                                   told(aim.left[0]), std::to_string(aim.rounds)));
    const Measured best = sums_.arms[aim.left[0]].measures[aim.measure].first();
    if (best.known() && std::abs(best.mean - aim.value) > best.half_width()) {
      document_.answer.push_back(say("answer.aim_missed"));
    }
    std::string others;
    for (size_t i = 1; i < aim.left.size(); ++i) others += (i == 1 ? "" : "; ") + told(aim.left[i]);
    if (!others.empty()) document_.answer.push_back(say("answer.aim_others", others));
  }

  void add_changes(const Changes& changes, const std::string& by_arm) {
    Section& section_of = section("changes");
    section_of.columns =
        by_arm.empty()
            ? columns({"measure", "before", "after", "change", "chance", "holds"})
            : columns({"arm", "measure", "before", "after", "change", "chance", "holds"});
    for (const Change& change : changes) {
      std::vector<ReportCell> row;
      if (!by_arm.empty()) row.push_back(ReportCell::of(study_.spec().arms[change.arm].label));
      row.push_back(name_cell(change.measure));
      row.push_back(cell(sums_.arms[0], change.measure));
      row.push_back(cell(sums_.arms[change.arm], change.measure));
      row.push_back(ReportCell::of(change_of(form_of(measures_.all()[change.measure])),
                                   change.by.estimate()));
      row.push_back(ReportCell::of(Form::kChance, change.by.p_value()));
      row.push_back(change.holds ? ReportCell::of(say("holds.yes"), "yes")
                                 : ReportCell::of(say("holds.no"), "no"));
      constexpr size_t kShown = 40;
      if (change.holds && section_of.in_short.size() < kShown) {
        section_of.in_short.push_back(section_of.rows.size());
      }
      section_of.rows.push_back(std::move(row));
    }
  }

  // How each measure answers to the figures: a curve for one, a map for two.
  void add_responses() {
    const std::vector<Varied>& varied = told_.varied;
    if (varied.empty() || varied.size() > 2) return;
    Section& section_of = section("responses");
    for (size_t measure = 0; measure < measures_.size(); ++measure) {
      if (!compared(measure)) continue;
      Plot plot;
      plot.kind = varied.size() == 1 ? Plot::Kind::kCurve : Plot::Kind::kHeat;
      plot.form = form_of(measures_.all()[measure]);
      plot.title = name(measure);
      plot.x_title = varied[0].path;
      if (varied.size() == 2) plot.y_title = varied[1].path;
      if (told_.aim && told_.aim->measure == measure && varied.size() == 1) {
        plot.reference = told_.aim->value;
      }
      const size_t inner = varied.size() == 2 ? varied[1].values.size() : 1;
      for (size_t arm = 1; arm < sums_.arms.size(); ++arm) {
        const Measured found = sums_.arms[arm].measures[measure].first();
        if (!found.known()) continue;
        PlotPoint point;
        point.label = study_.spec().arms[arm].label;
        point.x = varied[0].values[(arm - 1) / inner];
        if (varied.size() == 2) point.row = varied[1].values[(arm - 1) % inner];
        const Estimate estimate =
            estimate_of(found, measures_.all()[measure].unit, measures_.players());
        point.y = estimate.mean;
        point.interval = estimate.interval;
        plot.points.push_back(point);
      }
      section_of.plots.push_back(std::move(plot));
    }
  }

  const Study& study_;
  const StudySums& sums_;
  const Told& told_;
  const engine::Texts& words_;
  const Measures& measures_;
  Document document_;
};

}  // namespace

std::string measure_name(const Measure& measure, const engine::Texts& words) {
  return words.format("measure." + measure.kind, measure.about);
}

Form form_of(const Measure& measure) {
  switch (measure.unit) {
    case Unit::kShare:
      return Form::kPercent;
    case Unit::kPoints:
      return Form::kPoints;
    case Unit::kNumber:
      return Form::kNumber;
  }
  return Form::kNumber;
}

Document study_document(const Study& study, const StudySums& sums, const Told& told) {
  Writer writer(study, sums, told);
  switch (study.spec().question) {
    case Question::kBalance:
      return writer.balance();
    case Question::kSweep:
      return writer.sweep();
    case Question::kCompare:
      return writer.compare();
  }
  return {};
}

}  // namespace lab
