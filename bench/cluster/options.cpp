#include "options.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "text.hpp"
#include "usage_error.hpp"

namespace cluster {
namespace {

constexpr std::uint64_t max_agents = 1'000'000;
constexpr std::uint64_t max_frameworks = 100'000;
constexpr std::uint64_t max_roles = 10'000;
constexpr std::uint64_t max_cycles = 10'000;

// By APPORTION_ORDER_...
constexpr std::string_view agent_orders[] = {"random", "id", "pack", "spread"};

std::uint32_t parse_order(const std::string& name, std::string_view text) {
  const auto known =
      std::find(std::begin(agent_orders), std::end(agent_orders), text);
  if (known == std::end(agent_orders)) {
    throw usage_error(name + ": " + quoted(text) +
                      " is none of random, id, pack, spread");
  }
  return static_cast<std::uint32_t>(known - std::begin(agent_orders));
}

// An option takes a number in a range, a path, or an order of agents.
struct option {
  std::string_view name;
  std::uint64_t options::*number = nullptr;
  std::uint64_t low = 0, high = 0;
  std::string options::*path = nullptr;
};

constexpr option known_options[] = {
    {"--agents", &options::agents, 1, max_agents},
    {"--frameworks", &options::frameworks, 1, max_frameworks},
    {"--roles", &options::roles, 1, max_roles},
    {"--cycles", &options::cycles, 1, max_cycles},
    {"--seed", &options::seed, 0, UINT64_MAX},
    {"--nodes", nullptr, 0, 0, &options::nodes},
    {"--pods", nullptr, 0, 0, &options::pods},
    {"--json", nullptr, 0, 0, &options::json},
    {"--record", nullptr, 0, 0, &options::record},
    {"--view", nullptr, 0, 0, &options::view},
    {"--agent-order"},
};

const option& find_option(std::string_view name) {
  for (const option& known : known_options) {
    if (known.name == name) return known;
  }
  throw usage_error("unknown option " + quoted(name) +
                    "; --help lists the options");
}

// Takes the value of an option, whose name is for messages.
void set(options& o, const option& of, const std::string& name,
         std::string_view value) {
  if (of.number != nullptr) {
    o.*of.number = whole_number(
        value, of.low, of.high, [&](const std::string& what) {
          throw usage_error(name + ": " + what);
        });
  } else if (of.path != nullptr) {
    if (value.empty()) throw usage_error(name + ": the file name is empty");
    o.*of.path = value;
  } else {
    o.agent_order = parse_order(name, value);
  }
}

}  // namespace

options parse_options(int argc, char** argv) {
  options o;
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--help" || name == "-h") {
      o.help = true;
      continue;
    }
    if (name == "--view") {
      o.view = "127.0.0.1:0";
      continue;
    }
    if (name.empty() || name[0] != '-') {
      throw usage_error("unexpected argument " + quoted(name) +
                        "; --help lists the options");
    }
    std::string value;
    const std::size_t equals = name.find('=');
    const bool attached = equals != std::string::npos;
    if (attached) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    const option& of = find_option(name);
    if (!attached) {
      if (++i == argc) throw usage_error(name + " needs a value");
      value = argv[i];
    }
    set(o, of, name, value);
  }
  return o;
}

std::string help_text() {
  const options o;
  return
      "usage: cluster [options]\n"
      "\n"
      "Plays the Mesos master of a simulated cluster and measures the\n"
      "allocator.\n"
      "\n"
      "  --agents N      agents, up to " + grouped(max_agents) +
      " (" + grouped(o.agents) + ")\n"
      "  --frameworks N  frameworks, up to " + grouped(max_frameworks) +
      " (" + grouped(o.frameworks) + ")\n"
      "  --roles N       roles that frameworks subscribe to, up to " +
      grouped(max_roles) + " (" + grouped(o.roles) + ");\n"
      "                  their parents, one for ten, come on top\n"
      "  --cycles N      allocation cycles, one a simulated second, up to " +
      grouped(max_cycles) + " (" + grouped(o.cycles) + ")\n"
      "  --seed N        of all that is random (" + std::to_string(o.seed) +
      ")\n"
      "  --nodes FILE    take machines from a node list of the openb trace\n"
      "  --pods FILE     take task sizes from a pod list of the openb trace\n"
      "  --json FILE     write the figures, for `apportion report` to draw\n"
      "  --agent-order O in which order cycles go through the agents: random,\n"
      "                  id, pack or spread (random)\n"
      "  --record DIR    record the allocator, for `apportion replay`\n"
      "  --view          serve a page that shows the allocator at work, on this\n"
      "                  machine alone; --view=ADDRESS:PORT says where else. On a\n"
      "                  terminal it stays until Enter is pressed\n"
      "  --help          print this\n";
}

}  // namespace cluster
