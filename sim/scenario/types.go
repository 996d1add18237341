package scenario

// A Scenario is a cluster that is made up, and what happens in it.
type Scenario struct {
	located
	file          string
	distributions distributionFiles
	warnings      []error
	odd           int          // names that are of nothing that there is
	Title         string       `key:"title" unit:"text" doc:"what it shows, in one line"`
	Duration      Duration     `key:"duration" unit:"time" required:"yes" doc:"how long it is simulated"`
	Short         Duration     `key:"short" unit:"time" doc:"how long with --short, as in make test; left out: as long as ever"`
	Seeds         Seeds        `key:"seeds" unit:"count, or list of whole numbers" default:"1" doc:"what random numbers are drawn from: a run for each. A count stands for 1, 2, 3 and so on"`
	Settings      Settings     `key:"settings" unit:"mapping" default:"{}" doc:"of the master"`
	Machines      []*Machines  `key:"machines" unit:"list" required:"yes" doc:"groups of machines"`
	Lending       LendingTimes `key:"lending" unit:"mapping" default:"{}" doc:"when what roles lend and recall is due"`
	Roles         []*Role      `key:"roles" unit:"list" doc:"weights and quota. A role that frameworks use need not be here"`
	Frameworks    []*Framework `key:"frameworks" unit:"list" required:"yes" doc:"who asks for resources, and how they behave"`
	Running       *Running     `key:"running" unit:"mapping" doc:"tasks that run already when it begins"`
	Events        []*Event     `key:"events" unit:"list" doc:"what changes while it runs"`
	Expect        []*Expect    `key:"expect" unit:"list" doc:"what figures have to be: outside of these ranges the command fails"`
}

// Settings are the master's.
type Settings struct {
	located
	Interval        Duration           `key:"interval" unit:"time" default:"1s" doc:"between two periodic allocations"`
	Gather          Duration           `key:"gather" unit:"time" default:"0s" doc:"least time between two cycles: one that is asked for sooner, by a framework that comes or revives its offers, waits. 0: such cycles run at once"`
	Policy          string             `key:"policy" unit:"name" default:"drf" doc:"the order of roles, and of the frameworks of a role"`
	RolePolicy      string             `key:"role_policy" unit:"name" doc:"the order of roles alone; left out: as policy says"`
	FrameworkPolicy string             `key:"framework_policy" unit:"name" doc:"the order of a role's frameworks alone; left out: as policy says"`
	AgentOrder      string             `key:"agent_order" unit:"name" default:"random" doc:"the order in which a cycle goes through the machines"`
	Minimum         []Resources        `key:"minimum" unit:"list of resources" default:"[{cpus: 0.01}, {mem: 32}]" doc:"an offer has to hold one of these at least; [] stands for no minimum"`
	OfferTimeout    Duration           `key:"offer_timeout" unit:"time" default:"forever" doc:"after which the master takes an offer back that has not been answered"`
	FairnessExclude []string           `key:"fairness_exclude" unit:"list of resources" doc:"resources that shares leave out"`
	ResourceWeights map[string]float64 `key:"resource_weights" unit:"mapping of resources to numbers" doc:"how much a resource counts in shares: 1 if it is not here. \"a100,h100\" are two that count as one"`
	OfferGPUsToAll  bool               `key:"offer_gpus_to_all" unit:"true or false" default:"false" doc:"whether frameworks without the capability GPU_RESOURCES are offered machines with GPUs"`
	NestedQuota     bool               `key:"nested_quota" unit:"true or false" default:"false" doc:"whether roles below others may have quota"`
	Sample          Duration           `key:"sample" unit:"time" doc:"between two points of the figures over time; left out: 1s, or more if there were more than 3,600 points"`
	Shape           Resources          `key:"shape" unit:"resources" doc:"of which it is counted how many still fit on the machines; left out: the first size of a task that is no distribution"`
}

// Machines is a group of machines.
type Machines struct {
	located
	Name       string               `key:"name" unit:"name" default:"machines" doc:"of the group, by which events and frameworks mean all of it; a machine's own name is this and a number. {1..20} stands for a group for each number"`
	Count      int                  `key:"count" unit:"count" default:"1" doc:"how many machines there are"`
	Has        Resources            `key:"has" unit:"resources" doc:"what each of them has"`
	Shapes     string               `key:"shapes" unit:"openb" doc:"instead of has: count machines in the proportions of a table that is built in, that of the openb trace"`
	File       string               `key:"file" unit:"file name" doc:"instead of has: a CSV file with a machine in each line"`
	Columns    Columns              `key:"columns" unit:"mapping" default:"{}" doc:"of that file"`
	Attributes map[string]string    `key:"attributes" unit:"mapping" doc:"of each of them, by which constraints choose. Besides, each has machine and group: its own name and the group's"`
	Reserved   map[string]Resources `key:"reserved" unit:"mapping of roles to resources" doc:"of what each has, for a role and those below it alone"`
	Volumes    []*Volumes           `key:"volumes" unit:"list" doc:"persistent volumes on each of them, beside what it has"`
	Revocable  Resources            `key:"revocable" unit:"resources" doc:"what each has beside that for revocable tasks, as an estimate of what is idle"`
	Fails      *Times               `key:"fails" unit:"distribution of times" doc:"how long a machine is there before it fails by itself, with all tasks on it; left out: it does not"`
	Repair     Times                `key:"repair" unit:"distribution of times, or forever" default:"10m" doc:"after how long a machine is back that has failed by itself"`
}

// Volumes are persistent volumes on a machine, all alike.
type Volumes struct {
	located
	Role  string    `key:"role" unit:"path" required:"yes" doc:"for which they are reserved, and those below it"`
	Size  Resources `key:"size" unit:"resources" required:"yes" doc:"of each: disk alone"`
	Count int       `key:"count" unit:"count" default:"1" doc:"how many there are on each machine"`
}

// Columns says what the columns of a CSV file mean.
type Columns struct {
	located
	Format string             `key:"format" unit:"name" doc:"whose tables the file is of, if it names no columns itself: swf, google-2011, google-2011-machines, alibaba-2018, alibaba-2018-machines, alibaba-gpu-2020, alibaba-gpu-2020-machines"`
	Names  map[string]string  `key:"names" unit:"mapping" doc:"from what is looked for to the column that has it, where that has another name"`
	Scale  map[string]float64 `key:"scale" unit:"mapping" doc:"what the values of what is looked for are multiplied with"`
}

// LendingTimes are when what roles lend is due (docs/lending.md).
type LendingTimes struct {
	located
	Grace Duration `key:"grace" unit:"time" default:"30s" doc:"after which what is recalled is due"`
	Least Duration `key:"least" unit:"time" default:"0s" doc:"how long a loan lasts at least before it is due"`
}

// Role is a role's weight and quota.
type Role struct {
	located
	Name      string    `key:"name" unit:"path" required:"yes" doc:"team-{1..20} stands for twenty roles, {a,b} for two"`
	Weight    float64   `key:"weight" unit:"number" default:"1" doc:"among its siblings"`
	Guarantee Resources `key:"guarantee" unit:"resources" doc:"what the frameworks in the role get before others get more. Those in roles below it get nothing of it"`
	Limit     Resources `key:"limit" unit:"resources" doc:"what the role may not exceed"`
	Policy    string    `key:"policy" unit:"name" doc:"the order of what is below the role: its subroles and its frameworks; left out: as above it"`
	Rank      float64   `key:"rank" unit:"number" default:"0" doc:"under the policy ranked: the lowest comes first"`
	Lending   Lending   `key:"lending" unit:"mapping" default:"{}" doc:"what the role lends of what is kept back for it and idle"`
	Borrowing Borrowing `key:"borrowing" unit:"mapping" default:"{}" doc:"how much those in the role, and below it, may have borrowed of guarantees at a time"`
}

// Lending is what a role lends (docs/lending.md).
type Lending struct {
	located
	Guarantee    bool      `key:"guarantee" unit:"true or false" default:"false" doc:"whether it lends what its guarantee lacks"`
	Reservations bool      `key:"reservations" unit:"true or false" default:"false" doc:"whether it lends what is reserved for the role itself and free"`
	Most         Resources `key:"most" unit:"resources" doc:"the most that is lent at a time of the guarantee; a resource that is not here is not lent. Left out: no bound"`
	MostRecalled Resources `key:"most_recalled" unit:"resources" doc:"the most of what its guarantee lacks that is recalled at a time, and not overdue. A resource that is not here is not bounded"`
}

// Borrowing is how much may be borrowed in a role and below it (docs/lending.md).
type Borrowing struct {
	located
	Most  Resources `key:"most" unit:"resources" doc:"at most so much. A resource that is not here is not bounded by an amount"`
	Parts Resources `key:"parts" unit:"resources" doc:"at most such parts of what the role deserves by weights: 0.5 is half of it"`
}

// Framework is who asks for resources: one, or some that are alike.
type Framework struct {
	located
	Base         string              // the name as it was written
	Name         string              `key:"name" unit:"name" required:"yes" doc:"{1..20} stands for a framework for each number"`
	Count        int                 `key:"count" unit:"count" default:"1" doc:"how many there are; of more than one, each has a number after its name"`
	Roles        []string            `key:"roles" unit:"list of paths" doc:"what it subscribes to; left out: a role of its own name. team-{1..20} gives each of the frameworks one of the twenty, in turn"`
	Start        Duration            `key:"start" unit:"time" default:"0s" doc:"when it comes"`
	Stop         Duration            `key:"stop" unit:"time" default:"forever" doc:"when it goes, with all its tasks"`
	Capabilities []string            `key:"capabilities" unit:"list of names" doc:"GPU_RESOURCES, REVOCABLE_RESOURCES, SHARED_RESOURCES, REGION_AWARE"`
	Minimum      []Resources         `key:"minimum" unit:"list of resources" doc:"an offer to it has to hold one of these at least; left out: as the master's settings say"`
	Hold         Times               `key:"hold" unit:"distribution of times" default:"0s" doc:"how long it holds offers before it answers them: one that never does, longer than the scenario"`
	Refuse       Refusals            `key:"refuse" unit:"time, or mapping" default:"5s" doc:"how long it refuses what it does not use; a time by itself stands for all cases"`
	Suppress     bool                `key:"suppress" unit:"true or false" default:"false" doc:"whether it suppresses offers when no task waits, and revives them when one comes"`
	Revive       bool                `key:"revive" unit:"true or false" default:"false" doc:"whether it revives offers, which ends its refusals, when a task comes and none had waited"`
	PerOffer     int                 `key:"per_offer" unit:"count" default:"0" doc:"how many tasks it launches on one offer at most; 0: as many as fit"`
	Machines     []string            `key:"machines" unit:"list of names" doc:"the groups of machines that it takes offers of; left out: all"`
	Constraints  []map[string]string `key:"constraints" unit:"list of mappings" doc:"which machines the master offers to it: those that have all of one of the mappings, from attributes to values. !a stands for any other value or none, * for any, !* for none"`
	Patience     Duration            `key:"patience" unit:"time" default:"1m" doc:"how long it holds offers that are not enough for a gang before it refuses them all"`
	Rank         float64             `key:"rank" unit:"number" default:"0" doc:"under the policy ranked: the lowest comes first"`
	Recalled     string              `key:"recalled" unit:"name" default:"at_once" doc:"when it ends tasks to give back what is recalled of what was lent to it: at_once; gradually, machine by machine until the deadline, those first whose tasks have run the shortest, few at first, and none once the recall has ended; at_deadline; never. It needs the capability REVOCABLE_RESOURCES"`
	LoanCost     string              `key:"loan_cost" unit:"name" default:"none" doc:"what its host says it costs to give back what is lent to it on a machine: none; age, the more the longer its latest task has run there on what is revocable. It needs the capability REVOCABLE_RESOURCES"`
	Restart      bool                `key:"restart" unit:"true or false" default:"true" doc:"whether tasks that are lost with their machine, or recalled, wait again, of a gang all of them"`
	Tasks        []*Tasks            `key:"tasks" unit:"list" required:"yes" doc:"what it runs; those that are first in the list go first on an offer"`
}

// Tasks is one kind of a framework's tasks.
type Tasks struct {
	located
	Size      Sizes          `key:"size" unit:"mapping of resources to distributions" doc:"what each of them needs, 1e12 at most"`
	Shapes    string         `key:"shapes" unit:"openb" doc:"instead of size: drawn from a table that is built in, that of the openb trace"`
	File      string         `key:"file" unit:"file name" doc:"instead of size: a CSV file with a task in each line. If it has their times, they arrive then and take as long as they did, and nothing else has to be said"`
	Columns   Columns        `key:"columns" unit:"mapping" default:"{}" doc:"of that file"`
	Speed     float64        `key:"speed" unit:"number" default:"1" doc:"by what the times in that file are divided"`
	Duration  Times          `key:"duration" unit:"distribution of times, or forever" default:"1m" doc:"how long a task takes once it is launched"`
	Fails     float64        `key:"fails" unit:"number" default:"0" doc:"the part of the tasks, below 1, that fail at the end of their time and wait again"`
	Every     *Times         `key:"every" unit:"distribution of times" doc:"open: tasks arrive one after the other, this far apart, whatever becomes of them"`
	ByHour    []float64      `key:"by_hour" unit:"list of 24 numbers" doc:"how many times as many arrive with every in each hour of a day; the first begins at the beginning"`
	ByDay     []float64      `key:"by_day" unit:"list of 7 numbers" doc:"likewise in each day of a week"`
	Batch     Counts         `key:"batch" unit:"distribution of counts" default:"1" doc:"how many arrive at a time with every"`
	Keep      int            `key:"keep" unit:"count" default:"0" doc:"closed: so many wait or run at a time; when one ends, the next arrives"`
	Backlog   bool           `key:"backlog" unit:"true or false" default:"false" doc:"there is always one more that waits. How long is not counted"`
	Max       int            `key:"max" unit:"count" default:"0" doc:"how many arrive in all; 0: no bound"`
	From      Duration       `key:"from" unit:"time" default:"0s" doc:"when the first arrive, counted from the coming of the framework"`
	Until     Duration       `key:"until" unit:"time" default:"forever" doc:"when no more arrive, counted likewise"`
	Revocable bool           `key:"revocable" unit:"true or false" default:"false" doc:"whether they use revocable resources, those lent among them, and nothing else; others use none of these. The framework needs the capability REVOCABLE_RESOURCES"`
	Volume    bool           `key:"volume" unit:"true or false" default:"false" doc:"whether each uses a persistent volume, too"`
	MostPer   map[string]int `key:"most_per" unit:"mapping of attributes to counts" doc:"how many of them run at most on machines with the same value: {machine: 1}, {rack: 3}. Machines without the attribute take none"`
	Gang      int            `key:"gang" unit:"count" default:"1" doc:"so many arrive together, and none of them starts until all have a place. They arrive with every or keep, and have neither revocable nor volume nor most_per"`
}

// Event is what changes at a time.
type Event struct {
	located
	At          Duration             `key:"at" unit:"time" required:"yes" doc:"when"`
	Weight      map[string]float64   `key:"weight" unit:"mapping of roles to numbers" doc:"weights from then on. As in Mesos, a role that has frameworks only in roles below it keeps the weight that it had when they were first asked"`
	Rank        map[string]float64   `key:"rank" unit:"mapping of roles to numbers" doc:"ranks from then on, under the policy ranked"`
	Policy      map[string]string    `key:"policy" unit:"mapping of roles to names" doc:"orders of what is below them from then on; / stands for all roles"`
	Quota       []*Role              `key:"quota" unit:"list of roles" doc:"guarantees and limits from then on: name, guarantee and limit as in roles. What is left out of a role is taken away"`
	Lending     map[string]Lending   `key:"lending" unit:"mapping of roles to lending" doc:"what they lend from then on, all of it, as lending in roles"`
	Borrowing   map[string]Borrowing `key:"borrowing" unit:"mapping of roles to borrowing" doc:"how much they may borrow from then on, as borrowing in roles"`
	Start       []string             `key:"start" unit:"list of names" doc:"frameworks that come; those do not come by themselves before, unless an earlier event stops them"`
	Stop        []string             `key:"stop" unit:"list of names" doc:"frameworks that go, with all their tasks"`
	Fail        []string             `key:"fail" unit:"list of names" doc:"groups of machines that fail, with all tasks on them: for ever, unless for says how long"`
	Maintenance []string             `key:"maintenance" unit:"list of names" doc:"groups of machines that are taken away for a time. Until then frameworks launch nothing on them; tasks that are still on them are lost"`
	Revocable   map[string]Resources `key:"revocable" unit:"mapping of groups to resources" doc:"what each machine of a group has from then on that is revocable. If that is less than tasks use of it, those that began last are lost"`
	Notice      Duration             `key:"notice" unit:"time" default:"0s" doc:"how long before at frameworks learn of the maintenance"`
	For         Duration             `key:"for" unit:"time" default:"forever" doc:"after which the machines are back"`
	Add         []*Machines          `key:"add" unit:"list of machines" doc:"machines that come, as in machines"`
}

// Expect is the range that a figure has to be in, for each seed.
type Expect struct {
	located
	Figure string         `key:"figure" unit:"name" required:"yes" doc:"which"`
	Of     string         `key:"of" unit:"name" doc:"of which role or resource, for the figures that there are one of each. all, or left out, is all roles together"`
	From   Duration       `key:"from" unit:"time" default:"0s" doc:"from when on it is taken"`
	Until  Duration       `key:"until" unit:"time" default:"forever" doc:"up to when"`
	Tasks  map[string]int `key:"tasks" unit:"mapping of roles to counts" doc:"of the figure time_with: how many tasks of each of the roles run"`
	Min    *float64       `key:"min" unit:"number" doc:"the least that is expected"`
	Max    *float64       `key:"max" unit:"number" doc:"the most that is expected"`
}
