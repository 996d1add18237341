/* apportion.h - a resource allocator with the behaviour of Apache Mesos's.
 *
 * Apportion decides which framework is offered which agent's resources. The
 * host tells it of agents, frameworks, roles, quotas and weights, says what
 * time it is, and runs an allocation cycle when one is due. A host is an
 * event loop (examples/ has whole programs, and each call returns a code):
 *
 *     apportion_options options = APPORTION_OPTIONS_INIT;
 *     apportion_cycle cycle = APPORTION_CYCLE_INIT;
 *
 *     options.interval_nanos = 1000000000;
 *     apportion_create(&options, &a);
 *     ... declare roles and kinds, add agents and frameworks ...
 *     while (running) {
 *         apportion_run_due(a, now, &cycle, &deadline);
 *         ... make room for cycle.offers and cycle.resources ...
 *         apportion_cycle_offers(a, offers, offer_capacity, &count);
 *         apportion_cycle_resources(a, resources, resource_capacity, &count);
 *         ... send the offers; apportion_transition what their frameworks
 *         use, and apportion_recover_resources the rest ...
 *         now = ... wait for an event, until the deadline at the latest: for an
 *                   event alone where that is APPORTION_NEVER ...
 *         ... make the calls that the event brings ...
 *     }
 *     apportion_destroy(a);
 *
 * A cycle is due when an agent is a candidate, which means that the next cycle has to
 * look at it, and once in each interval. If no cycle ran, cycle.ran is 0 and there are
 * no offers.
 *
 * What follows holds for every function. docs/contract.md says it at length: what
 * handles and numbers promise, names, amounts, cost, other versions, new processes.
 * docs/runtime.md says what the library does in the host's process: do not call it in a
 * forked child, and install signal handlers with SA_ONSTACK.
 *
 * THREADS. Any thread may call. Each function has one of three rules:
 *
 *   - "Threads: serial": one call at a time for each instance. A second one
 *     changes nothing and returns APPORTION_E_BUSY. Instances run in parallel.
 *   - "Threads: reader": at any time, also while other calls on the instance
 *     are under way. It answers from what was gathered last, by
 *     apportion_gather_metrics, apportion_gather_state or apportion_gather_view.
 *   - "Threads: any": the function is about no instance.
 *
 * MEMORY. All memory belongs to the caller. The library reads what it is
 * given while the call lasts, copies what it needs ("Keeps" says what), and
 * holds no pointer of the caller's afterwards. It hands out no pointer to
 * memory of its own. The caller must not write to what a call reads while the
 * call lasts, and inputs and outputs must not overlap.
 *
 * ERRORS. Every function but apportion_abi_version returns APPORTION_OK (0) or a
 * negative APPORTION_E_ code. A call that returns an error has changed nothing, neither
 * in the instance nor in the caller's memory, with three exceptions: a result of
 * unknown size still reports its sizes; each operation of apportion_submit succeeds or
 * fails by itself; apportion_stop_recording stops in any case. apportion_last_error
 * says in words what was wrong with what. Under "Errors" a function lists codes of its
 * own. These others are always possible:
 *
 *   - APPORTION_E_HANDLE, _BUSY and _PANIC from every function that takes an
 *     instance;
 *   - APPORTION_E_NULL and _ALIGN from every function that takes a pointer,
 *     and APPORTION_E_COUNT from every one that takes a number of elements;
 *   - APPORTION_E_STRUCT_SIZE and _RESERVED from every function that takes a
 *     struct;
 *   - APPORTION_E_UNKNOWN_AGENT, _UNKNOWN_FRAMEWORK and _STALE where the
 *     handle of an agent or framework is taken, APPORTION_E_UNKNOWN_ROLE where
 *     a role's number is, and APPORTION_E_UNKNOWN_KIND, _UNKNOWN_ITEM, _AMOUNT
 *     and _INVALID where resources are.
 *
 * STRUCTS come in two sorts. A record, which a call takes or fills in one at
 * a time, and an operation of a batch start with struct_size and have an _INIT
 * macro; later versions may append fields to them. A row is an element of
 * an array, has a fixed layout for ever and no struct_size. In both, fields called
 * reserved, and the bits of flags that have no name here, must be zero. Flags and
 * enumerations that are read may have bits and values of a later library, without a
 * name here.
 *
 * HANDLES stand for instances, agents and frameworks. The host passes them back and
 * does not look into them; 0 is none. A handle of something that is gone is refused,
 * until its place has been used again 4,096 times. Roles, kinds and items of sets have
 * NUMBERS: declaring one returns its number, which stays good until the host releases
 * it. The first number is 0. So a variable that nobody set is refused as a handle, but
 * passes as the number of the first role or kind that was declared. Each sort is a
 * struct of its own, so that swapped arguments do not compile.
 *
 * STRINGS are a pointer and a length in bytes, in UTF-8, which is not checked, and
 * without the NUL that C's literals end in: "web" has 3, and with 4 it is another name.
 * ARRAYS are a pointer and a number of elements. An array of 0 elements may be NULL;
 * where a string may be absent, NULL says so. Yes and no are 1 and 0.
 *
 * RESULTS OF UNKNOWN SIZE are written to (out, capacity, *count). *count
 * always becomes the number of elements (of bytes, for text) that there are.
 * If it exceeds capacity, the call returns APPORTION_E_TOO_SMALL and writes
 * nothing to out; with capacity 0, out may be NULL. What is read stays there
 * to be read again.
 *
 * TIME is an argument: nanoseconds on a clock of the host's choice, the same for
 * all calls on an instance, up to APPORTION_LAST_TIME. It never goes back.
 * AMOUNTS are whole numbers of thousandths, from 0: 1500 is 1.5 cpus.
 * COST: under "Cost" a function says what its time grows with, in words that
 * docs/contract.md explains.
 */
#ifndef APPORTION_H
#define APPORTION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes and offsets are those of 64-bit targets; there are no others. */
typedef char apportion_needs_64_bits[sizeof(void *) == 8 ? 1 : -1];

/* The version of this header. It grows when something is added. What was added says
 * "Since:" and the version; all else has been there since 1. Nothing is taken away or
 * changed as long as the library's soname, libapportion.so.0, is the same.
 * apportion_create refuses options that were initialised by a header newer than the
 * library. */
#define APPORTION_ABI_VERSION 1

/* ------------------------------------------------------------------ codes */

#define APPORTION_OK 0

/* The call is malformed. */
#define APPORTION_E_NULL (-1)        /* a pointer is NULL that must not be */
#define APPORTION_E_ALIGN (-2)       /* a pointer is not aligned for its type */
#define APPORTION_E_COUNT (-3)       /* a number or length exceeds its bound */
#define APPORTION_E_STRUCT_SIZE (-4) /* struct_size is no record's size */
#define APPORTION_E_RESERVED (-5)    /* a reserved field or bit is not zero */
#define APPORTION_E_TOO_SMALL (-6)   /* the result needs more room */

/* The instance cannot serve the call. */
#define APPORTION_E_HANDLE (-20)  /* no such instance, or no longer */
#define APPORTION_E_BUSY (-21)    /* another call on it is under way */
#define APPORTION_E_VERSION (-22) /* header or snapshot are of another release */

/* Something went wrong inside the library, or it was passed a pointer to
 * nowhere. From then on every call on the instance returns this, except
 * apportion_last_error and apportion_destroy. */
#define APPORTION_E_PANIC (-40)

/* At least one operation of apportion_submit failed. */
#define APPORTION_E_PARTIAL (-60)

/* An argument breaks the rules. */
#define APPORTION_E_INVALID (-100) /* malformed; the text says what */
#define APPORTION_E_NAME (-101)    /* a name or id breaks the rules of docs/contract.md */
#define APPORTION_E_AMOUNT (-102)  /* negative */

/* An argument refers to something that is not there. */
#define APPORTION_E_UNKNOWN_AGENT (-200)     /* no agent's handle or id */
#define APPORTION_E_UNKNOWN_FRAMEWORK (-201) /* no framework's */
#define APPORTION_E_UNKNOWN_ROLE (-202)      /* not declared, or released */
#define APPORTION_E_UNKNOWN_KIND (-203)      /* not declared, or released */
#define APPORTION_E_STALE (-204)             /* removed since */
#define APPORTION_E_UNKNOWN_ITEM (-205)      /* not declared, or released */

/* The call does not fit what there is. */
#define APPORTION_E_EXISTS (-300)         /* that id was added already */
#define APPORTION_E_NOT_SUBSCRIBED (-301) /* framework and role are strangers */
#define APPORTION_E_STATE (-302)          /* not now; the text says why */

/* The ledger does not hold what the call takes from it. */
#define APPORTION_E_NOT_ALLOCATED (-400) /* more than is held */
#define APPORTION_E_NOT_AVAILABLE (-401) /* in use, or not there */
#define APPORTION_E_CONVERSION (-402)    /* amounts change that must not */

/* A fixed limit is reached. */
#define APPORTION_E_LIMIT (-500)

/* ----------------------------------------------------------------- bounds */

/* The fixed limits, and the code when one is exceeded. APPORTION_E_COUNT: a number of
 * elements or a length, also that of a role's path. APPORTION_E_STRUCT_SIZE: a record.
 * APPORTION_E_NAME: the length of an id, or the components of a role's path.
 * APPORTION_E_LIMIT: an instance, or the process, has no more room, or amounts add up
 * to more than can be counted. Names of resources, hosts, labels and other texts are
 * bounded by APPORTION_MAX_STRING alone, and a stack of reservations by the bound of
 * the list that describes it. Memory alone bounds the agents and frameworks of an
 * instance, its offers and filters. A filter lasts at most 365 days. */

/* Elements of one array: agents, hosts, weights, quotas, operations, labels,
 * usages of a framework. */
#define APPORTION_MAX_COUNT 1048576
/* Elements of a list that describes one thing: resources, roles, usages of an
 * agent, conversions, minima, reservations of a stack. */
#define APPORTION_MAX_LIST 65536
/* Quantities of one list: one for each resource name that there can be in an
 * instance. */
#define APPORTION_MAX_QUANTITIES 65536
/* Bytes of one string. */
#define APPORTION_MAX_STRING 1048576
/* Bytes of a snapshot. */
#define APPORTION_MAX_SNAPSHOT ((int64_t)1099511627776)

/* Bytes of the text of an error: see apportion_last_error. */
#define APPORTION_MAX_ERROR 4096
/* Names that apportion_similar_names finds, at most. */
#define APPORTION_MAX_SIMILAR 5
/* Bytes of one record. */
#define APPORTION_MAX_STRUCT 4096
/* Instances at the same time. */
#define APPORTION_MAX_INSTANCES 1024
/* Bytes of an agent's or framework's id. */
#define APPORTION_MAX_ID 255
/* Components of a role's path. */
#define APPORTION_MAX_ROLE_DEPTH 4096
/* Roles of one instance at a time, those above them included. */
#define APPORTION_MAX_ROLES 4194304
/* Kinds of one instance at a time; pairs of a kind of volumes or whole disks and a
 * size; and items of set resources. */
#define APPORTION_MAX_KINDS 7340032
/* Thousandths of one resource, and of all that agents have of a name. */
#define APPORTION_MAX_AMOUNT ((int64_t)9223372036854775807)

/* -------------------------------------------------------------- constants */

/* What apportion_set_policy sets the policy of: the roles below a role and
 * their frameworks, or one of the two. */
#define APPORTION_POLICY_OF_ALL 0
#define APPORTION_POLICY_OF_ROLES 1
#define APPORTION_POLICY_OF_FRAMEWORKS 2

/* Values of apportion_options.agent_order. */
#define APPORTION_ORDER_RANDOM 0 /* shuffled from the seed, as Mesos does */
#define APPORTION_ORDER_BY_ID 1  /* by ascending agent id */
#define APPORTION_ORDER_PACK 2   /* the fullest agents first */
#define APPORTION_ORDER_SPREAD 3 /* the emptiest agents first */

/* Bits of apportion_options.flags. */
#define APPORTION_OFFER_GPUS_TO_ALL 1u /* Mesos: filter_gpu_resources=false */
#define APPORTION_NESTED_QUOTA 2u      /* quota also below the top level */
/* Makes errors of what a host of one's own says by mistake, and a Mesos master may
 * say on purpose: see apportion_recover_resources and apportion_transition. */
#define APPORTION_STRICT_USE 4u

/* Bits of capabilities. A framework may have those with F and an agent those with A;
 * others are APPORTION_E_INVALID. An agent without MULTI_ROLE is not offered to
 * frameworks that have it. An agent without HIERARCHICAL_ROLE is not offered to roles
 * below the top level, such as "eng/web". A framework without one of the others is not
 * offered the resources that the capability is about. */
#define APPORTION_CAP_MULTI_ROLE 1u             /* F A */
#define APPORTION_CAP_HIERARCHICAL_ROLE 2u      /* A */
#define APPORTION_CAP_RESERVATION_REFINEMENT 4u /* F A: stacks of them */
#define APPORTION_CAP_GPU_RESOURCES 8u          /* F: agents with gpus */
#define APPORTION_CAP_REGION_AWARE 16u          /* F: of other regions */
#define APPORTION_CAP_REVOCABLE_RESOURCES 32u   /* F */
#define APPORTION_CAP_SHARED_RESOURCES 64u      /* F */

/* The three capabilities of an agent together. Every agent of today's Mesos has them,
 * and APPORTION_AGENT_INFO_INIT sets them. An agent without them stands for one of an
 * old Mesos: a nested role, for example, gets nothing of it. */
#define APPORTION_CAP_MODERN_AGENT 7u

/* Values of apportion_kind_info.type. */
#define APPORTION_SCALAR 0 /* an amount */
#define APPORTION_RANGES 1 /* intervals of whole numbers, such as ports */
#define APPORTION_SET 2    /* intervals of the numbers of declared items */

/* Bits of apportion_kind_info.flags. */
#define APPORTION_KIND_REVOCABLE 1u
#define APPORTION_KIND_SHARED 2u
#define APPORTION_KIND_DISK 4u /* the fields disk_... describe a disk */

/* Values of apportion_reservation.type. */
#define APPORTION_STATIC 1
#define APPORTION_DYNAMIC 2

/* Values of apportion_kind_info.disk_source. */
#define APPORTION_DISK_NO_SOURCE 0
#define APPORTION_DISK_PATH 1
#define APPORTION_DISK_MOUNT 2
#define APPORTION_DISK_BLOCK 3
#define APPORTION_DISK_RAW 4

/* Bits of apportion_agent_info.flags. */
#define APPORTION_AGENT_UNAVAILABLE 1u /* maintenance is planned */

/* Bits of apportion_agent_update.flags. */
#define APPORTION_UPDATE_CAPABILITIES 1u /* capabilities is meant */
#define APPORTION_UPDATE_TOTAL 2u        /* total is meant */
#define APPORTION_UPDATE_ATTRIBUTES 4u   /* attributes changed: drop filters */
#define APPORTION_UPDATE_INFO 8u         /* something else changed */

/* Bits of apportion_conversion.flags. */
#define APPORTION_CONVERSION_EXHAUST 1u /* fail if copies remain */

/* What a role lends, flags of apportion_set_lending. */
#define APPORTION_LEND_GUARANTEE 1u    /* the part of its guarantee that is not met */
#define APPORTION_LEND_RESERVATIONS 2u /* what is reserved for it, and free */

/* What becomes of a recall. */
#define APPORTION_RECALL_BEGINS 0  /* the framework is to give it back by due_nanos */
#define APPORTION_RECALL_OVERDUE 1 /* the framework has not; each cycle says so */
#define APPORTION_RECALL_ENDS 2    /* it is no longer needed */

/* Flags of a loan. */
#define APPORTION_LOAN_RESERVED 1u /* of reservations, and not of guarantees */
#define APPORTION_LOAN_RECALLED 2u /* asks and due_nanos say for whom, until when */

/* Values of a framework's answer to an inverse offer. */
#define APPORTION_INVERSE_NONE 0 /* rescinded, or timed out */
#define APPORTION_INVERSE_ACCEPT 1
#define APPORTION_INVERSE_DECLINE 2

/* Bit of apportion_role_metrics.flags. */
#define APPORTION_ROLE_QUOTA 1u /* has a quota */

/* Values of apportion_role_key.policy: a policy without its parameters. A later library
 * may return a number that has no name here: it stands for a policy of that library. */
#define APPORTION_ORDERED_BY_DRF 0
#define APPORTION_ORDERED_BY_RANDOM 1
#define APPORTION_ORDERED_BY_HDRF 2
#define APPORTION_ORDERED_BY_RANKED 3
#define APPORTION_ORDERED_BY_DECAYED 4
#define APPORTION_ORDERED_BY_MAX_MIN 5
#define APPORTION_ORDERED_BY_ASSET 6
#define APPORTION_ORDERED_BY_OTHER 255 /* of one's own, built into the library */

/* Bit of apportion_quantity_metrics.flags. */
#define APPORTION_QUANTITY_LIMITED 1u /* limit is one */

/* Bit of apportion_subscription.flags. */
#define APPORTION_SUBSCRIPTION_SUPPRESSED 1u

/* Bits of apportion_recording.flags. */
#define APPORTION_RECORDING_ON 1u  /* there is one */
#define APPORTION_RECORDING_GAP 2u /* calls cannot be kept at present */

/* Bit of apportion_question.flags and apportion_view_question.flags. */
#define APPORTION_QUESTION_RESTRICTED 1u /* only what is listed may be named */
/* Who is made up, of apportion_standing_question alone. */
#define APPORTION_QUESTION_NEW_ROLE 2u
#define APPORTION_QUESTION_NEW_FRAMEWORK 4u

/* The number of no role: the whole cluster. */
#define APPORTION_NO_ROLE 4294967295u

/* The number in the place of a role's where one may ask about all together. */
#define APPORTION_ALL_ROLES 4294967295u

/* As refuse_nanos: no filter. Negative values mean the protocol's default of 5
 * seconds; more than 365 days means 365 days. */
#define APPORTION_NO_FILTER ((int64_t)0)

/* apportion_next_deadline returns it if nothing will be due by itself: the host then
 * waits for an event. It is not a time, and no call takes it as what time it is. */
#define APPORTION_NEVER INT64_MAX

/* The latest time that a call takes, 365 days before APPORTION_NEVER. On a clock that
 * counts from 1970 it is in the year 2261. */
#define APPORTION_LAST_TIME ((int64_t)9191836036854775807)

/* ------------------------------------------------------- handles, numbers */

/* Structs of one field, so that arguments that are swapped do not compile. They
 * are passed in the same registers as the field, and are the same in memory. */

/* An allocator. 0 is none. */
typedef struct apportion_instance { uint64_t handle; } apportion_instance;

/* An agent or framework of one instance. 0 is none. */
typedef struct apportion_agent { uint64_t handle; } apportion_agent;
typedef struct apportion_framework { uint64_t handle; } apportion_framework;

/* A role, or a kind of resource, of one instance: see NUMBERS. The first ones
 * declared are 0, 1, 2 and so on. */
typedef struct apportion_role { uint32_t number; } apportion_role;
typedef struct apportion_kind { uint32_t number; } apportion_kind;

/* The name of a resource, of one instance: see apportion_resource_name. */
typedef struct apportion_name { uint32_t number; } apportion_name;

/* ------------------------------------------------------------------- rows */

/* A string; data may be NULL, see STRINGS. */
typedef struct apportion_str {
  const char *data;
  size_t size;
} apportion_str;

/* An amount of a kind. For an APPORTION_SCALAR kind, amount counts thousandths
 * and begin and end are 0. For the others, amount is 0 and each closed
 * interval [begin, end] is a row of its own. A volume or a whole disk is
 * named by its kind and its whole size; further copies of a shared volume are
 * further rows. Rows of amount 0 count for nothing. */
typedef struct apportion_resource {
  apportion_kind kind;
  uint32_t reserved;
  int64_t amount;
  uint64_t begin;
  uint64_t end;
} apportion_resource;

/* An amount of a resource name, whatever the kind. */
typedef struct apportion_quantity {
  apportion_str name;
  int64_t amount;
} apportion_quantity;

/* A list of quantities, each name once. */
typedef struct apportion_quantities {
  const apportion_quantity *items;
  size_t count;
} apportion_quantities;

/* A label; a value with NULL data is absent. */
typedef struct apportion_label {
  apportion_str key;
  apportion_str value;
} apportion_label;

/* One level of a stack of reservations. A principal with NULL data is absent. Labels
 * are absent if the pointer is NULL, which differs from a list of none. */
typedef struct apportion_reservation {
  uint32_t type; /* APPORTION_STATIC or APPORTION_DYNAMIC */
  uint32_t reserved;
  apportion_str role;
  apportion_str principal;
  const apportion_label *labels;
  size_t label_count;
} apportion_reservation;

/* Resources in use for a role. id is that of the framework that uses them, where an
 * agent or a resource provider is added, and that of the agent that they are on, where
 * a framework is added. It need not be known yet. */
typedef struct apportion_usage {
  apportion_str id;
  const apportion_resource *resources;
  size_t resource_count;
  apportion_role role;
  uint32_t reserved;
} apportion_usage;

/* What an offer in a role must hold at least: all quantities of one of the
 * lists. No lists: anything. */
typedef struct apportion_role_minimum {
  const apportion_quantities *lists;
  size_t list_count;
  apportion_role role;
  uint32_t reserved;
} apportion_role_minimum;

/* A role's quota. */
typedef struct apportion_role_quota {
  apportion_quantities guarantees;
  apportion_quantities limits;
  apportion_role role;
  uint32_t reserved;
} apportion_role_quota;

/* A role's weight. */
typedef struct apportion_role_weight {
  apportion_role role;
  uint32_t reserved;
  double weight;
} apportion_role_weight;

/* How much a resource counts in shares, or how much several count that count as one:
 * resources has their names, separated by commas. */
typedef struct apportion_resource_weight {
  apportion_str resources;
  double weight;
} apportion_resource_weight;

/* A role's, or a framework's, rank: under the policy "ranked" the lowest
 * comes first. */
typedef struct apportion_role_rank {
  apportion_role role;
  uint32_t reserved;
  double rank;
} apportion_role_rank;

typedef struct apportion_framework_rank {
  apportion_framework framework;
  double rank;
} apportion_framework_rank;

/* Resources turned into others: reserve, unreserve, create or destroy a
 * volume, grow, shrink. Without consumed it adds copies of shared volumes;
 * without converted it removes resources. With APPORTION_CONVERSION_EXHAUST it
 * fails if what was consumed is still there afterwards. */
typedef struct apportion_conversion {
  const apportion_resource *consumed;
  size_t consumed_count;
  const apportion_resource *converted;
  size_t converted_count;
  uint32_t flags;
  uint32_t reserved;
} apportion_conversion;

/* One agent's resources offered to a framework in a role: count rows of the
 * cycle's resources, beginning with the one of index first. */
typedef struct apportion_offer {
  apportion_framework framework;
  apportion_agent agent;
  apportion_role role;
  uint32_t first;
  uint32_t count;
  uint32_t reserved;
} apportion_offer;

/* A framework is asked to vacate an agent under planned maintenance; a
 * duration of 0 is an open end. */
typedef struct apportion_inverse_offer {
  apportion_framework framework;
  apportion_agent agent;
  int64_t start_nanos;
  int64_t duration_nanos;
} apportion_inverse_offer;

/* Asks a framework to give back amount of a kind that is lent to it on an agent, or
 * says that it need not any more (stage). An agent may have been added with use by a
 * framework that has yet to be added. The handle of such a framework is good for
 * apportion_framework_name alone; elsewhere it is APPORTION_E_STALE until the framework
 * is added. */
typedef struct apportion_recall {
  apportion_framework framework;
  apportion_agent agent;
  apportion_role role; /* of the framework */
  apportion_role asks; /* whose framework asks for it */
  uint32_t stage;      /* APPORTION_RECALL_... */
  apportion_kind kind; /* as the framework holds it */
  int64_t amount;
  int64_t due_nanos;
} apportion_recall;

/* A loan: a part of what a framework holds on an agent is lent to it, from the pool of
 * all guarantees, or from the reservations of the role that original names. */
typedef struct apportion_loan {
  apportion_framework framework;
  apportion_agent agent;
  apportion_role role;     /* of the framework */
  apportion_role asks;     /* if it is recalled: whose framework asks for it */
  uint32_t flags;          /* APPORTION_LOAN_... */
  apportion_kind kind;     /* as the framework holds it */
  apportion_kind original; /* as the agent has it */
  uint32_t reserved;
  int64_t amount;
  int64_t since_nanos;
  int64_t due_nanos; /* if it is recalled */
  int64_t cost;      /* of apportion_set_loan_cost, 0 if none was set */
} apportion_loan;

/* What a framework last answered about an agent's maintenance. Its id is
 * text[id_first .. id_first + id_size): it may have been removed since. */
typedef struct apportion_inverse_status {
  apportion_agent agent;
  size_t id_first;
  size_t id_size;
  uint32_t status; /* APPORTION_INVERSE_ACCEPT or _DECLINE */
  uint32_t reserved;
} apportion_inverse_status;

/* What a cycle did for quota, for one resource name: what unsatisfied guarantees need
 * (required), and what is there for them (available), before and after the cycle, and
 * what was held back for them. Amounts are thousandths of unreserved, non-revocable
 * resources. */
typedef struct apportion_headroom {
  apportion_name resource;
  uint32_t reserved;
  int64_t required_before;
  int64_t required_after;
  int64_t available_before;
  int64_t available_after;
  int64_t held_back;
} apportion_headroom;

/* Figures of one role that is in use: one with frameworks, quota, a weight,
 * reservations, or such subroles. */
typedef struct apportion_role_metrics {
  double share; /* weighted dominant share, 0 without frameworks */
  double weight;
  size_t frameworks;     /* that are subscribed, or hold resources */
  size_t active_filters; /* offer filters in force */
  apportion_role role;
  uint32_t flags;
} apportion_role_metrics;

/* The key by which a role's own frameworks, taken together, are ordered among their
 * siblings: the least comes first. */
typedef struct apportion_role_key {
  double key; /* under drf the weighted dominant share; 0 under random; under one of
                 one's own the first of its two numbers */
  apportion_role role;
  uint32_t policy; /* APPORTION_ORDERED_BY_... */
} apportion_role_key;

/* Amounts, in thousandths, of one resource name in one role, or with
 * APPORTION_NO_ROLE in the cluster. There is no row where all are 0 and there
 * is no limit. */
typedef struct apportion_quantity_metrics {
  apportion_role role;
  apportion_name resource;
  uint32_t flags;
  uint32_t reserved;
  int64_t total;                /* of all agents; 0 in a role */
  int64_t offered_or_allocated; /* a role's: without its subroles */
  int64_t guarantee;
  int64_t limit;
  int64_t consumed_quota;       /* allocated or reserved, with subroles */
  int64_t reserved_quantity;    /* with subroles */
} apportion_quantity_metrics;

/* Amounts, in thousandths, of one resource name that a role lends and that its own
 * frameworks have borrowed; with APPORTION_NO_ROLE, of all loans, where lent and
 * borrowed are the same. There is no row where all are 0. */
typedef struct apportion_loan_metrics {
  apportion_role role;
  apportion_name resource;
  int64_t lent;      /* of its reservations, and its share of the pool */
  int64_t borrowed;  /* by the role's own frameworks */
  int64_t recalled;  /* of what is borrowed */
  int64_t overdue;   /* of what is recalled: it should have been given back */
} apportion_loan_metrics;

/* How much, in thousandths, of one resource name a framework in a role should
 * have given back. */
typedef struct apportion_overdue_borrower {
  apportion_framework framework;
  apportion_role role; /* of the framework */
  apportion_name resource;
  int64_t amount;
} apportion_overdue_borrower;

/* A role that a framework is subscribed to. */
typedef struct apportion_subscription {
  apportion_framework framework;
  apportion_role role;
  uint32_t flags;
} apportion_subscription;

/* ---------------------------------------------------------------- records */

/* The least struct_size of each record: its first fields, which never change. */
#define APPORTION_OPTIONS_MIN_SIZE 40        /* to flags */
#define APPORTION_KIND_INFO_MIN_SIZE 32      /* to name */
#define APPORTION_AGENT_INFO_MIN_SIZE 72     /* to total_count */
#define APPORTION_AGENT_UPDATE_MIN_SIZE 56   /* to total_count */
#define APPORTION_FRAMEWORK_INFO_MIN_SIZE 40 /* to role_count */
#define APPORTION_CYCLE_MIN_SIZE 24          /* to resources */
#define APPORTION_METRICS_MIN_SIZE 40        /* to frameworks */
#define APPORTION_OP_MIN_SIZE 16             /* to the first 8 bytes of u */
#define APPORTION_QUESTION_MIN_SIZE 32       /* to reserved */
#define APPORTION_RECORDING_MIN_SIZE 40      /* to missing */
#define APPORTION_VIEW_QUESTION_MIN_SIZE 24  /* to question */
#define APPORTION_STANDING_QUESTION_MIN_SIZE 80 /* to new_request */

/* Options of an instance. What APPORTION_OPTIONS_INIT gives is Mesos's
 * defaults, but for a periodic allocation, which needs an interval. */
typedef struct apportion_options {
  uint32_t struct_size;
  uint32_t abi_version; /* APPORTION_ABI_VERSION */
  /* Between periodic allocations; also the shortest life of an offer filter. 0: the
   * host alone asks for allocations. If such a host asks periodically, a filter whose
   * refuse_nanos is no longer than the host's period is over by the next allocation. */
  int64_t interval_nanos;
  /* The time of creation. */
  int64_t start_nanos;
  /* Of the random orders. */
  uint64_t seed;
  uint32_t agent_order; /* APPORTION_ORDER_... */
  uint32_t flags;
  /* The master's; empty when it has no fault domain. */
  apportion_str region;
  /* Names of resources that shares leave out. */
  const apportion_str *fairness_exclude;
  size_t fairness_exclude_count;
  /* Only what holds all quantities of at least one of these lists is offered.
   * None: everything is. */
  const apportion_quantities *min_allocatable;
  size_t min_allocatable_count;
  /* apportion_recover waits until this time has passed, or this part of the agents is
   * back (above 1: more than there were). 0 stands for Mesos's defaults of 10 minutes
   * and 0.8, and -1 for 0: no wait. */
  int64_t recovery_timeout_nanos;
  double agent_recovery_factor;
  /* The garbage collector of the whole process, hence of all instances. gc_percent is
   * how far the heap may grow between collections, in per cent (-1: without bound; 0:
   * leave as is). memory_limit_bytes is the memory beyond which it collects all the
   * same (0: leave as is). Both are applied when the instance is created, and not taken
   * back when it is destroyed. */
  int64_t memory_limit_bytes;
  int32_t gc_percent;
  uint32_t reserved;
  /* Records the instance from its creation on, as apportion_start_recording does.
   * Without record_dir it is not recorded, and record_bytes and record_seconds must be
   * 0. */
  apportion_str record_dir;
  int64_t record_bytes;
  int64_t record_seconds;
  /* The policies of all roles and of their frameworks, as apportion_set_policy
   * spells them. Absent or empty: weighted DRF. */
  apportion_str role_policy;
  apportion_str framework_policy;
  /* More policies, as settings: "policy./batch=decayed:half_life=24h" sets the policy
   * of all that is below the role batch; the role ends at the first "=". role_policy or
   * framework_policy in the place of policy orders roles or frameworks alone. A setting
   * without a role is for the whole tree, and takes the place of the two above. The
   * order of settings does not matter: for the same part of the tree, one for roles or
   * frameworks alone wins over one for both. A role need not be declared: its policy
   * waits for it, and apportion_set_policy changes it. */
  const apportion_str *policies;
  size_t policy_count;
  /* A loan (set_lending) that is recalled is due lending_grace_nanos after the recall,
   * and at the earliest lending_least_nanos after it was lent. Both are from 0 to a
   * day. */
  int64_t lending_grace_nanos;
  int64_t lending_least_nanos;
} apportion_options;

#define APPORTION_OPTIONS_INIT \
  { (uint32_t)sizeof(apportion_options), APPORTION_ABI_VERSION, \
    0, 0, 0, 0, 0, {0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0}, 0, 0, \
    {0, 0}, {0, 0}, 0, 0, 0, 0 }

/* A kind: everything that tells two resources apart but the amount. Two
 * resources add up if and only if their kinds are equal. */
typedef struct apportion_kind_info {
  uint32_t struct_size;
  uint32_t type; /* APPORTION_SCALAR, _RANGES or _SET */
  uint32_t flags;
  uint32_t disk_source; /* APPORTION_DISK_... */
  apportion_str name;
  apportion_str provider; /* resource provider id, or absent */
  /* From the ancestor's to the most refined; none: unreserved. */
  const apportion_reservation *reservations;
  size_t reservation_count;
  /* Without APPORTION_KIND_DISK, all of these must be absent. */
  apportion_str disk_root; /* of a PATH or MOUNT source */
  apportion_str disk_vendor;
  apportion_str disk_id;
  apportion_str disk_profile;
  apportion_str disk_persistence; /* the volume's id; absent: no volume */
  /* NULL: absent, which differs from none. */
  const apportion_label *disk_metadata;
  size_t disk_metadata_count;
} apportion_kind_info;

#define APPORTION_KIND_INFO_INIT \
  { (uint32_t)sizeof(apportion_kind_info), 0, 0, 0, {0, 0}, {0, 0}, 0, 0, \
    {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, 0, 0 }

/* An agent to be added. */
typedef struct apportion_agent_info {
  uint32_t struct_size;
  uint32_t flags;
  apportion_str id;
  apportion_str hostname; /* for the whitelist */
  apportion_str region;   /* empty when it has no fault domain */
  const apportion_resource *total;
  size_t total_count;
  const apportion_usage *used;
  size_t used_count;
  /* APPORTION_CAP_...; APPORTION_AGENT_INFO_INIT sets those of a modern agent. 0 is
   * none, and so is a record that ends before this field. */
  uint32_t capabilities;
  uint32_t reserved;
  /* With APPORTION_AGENT_UNAVAILABLE; a duration of 0 is an open end. */
  int64_t unavailable_start_nanos;
  int64_t unavailable_duration_nanos;
} apportion_agent_info;

#define APPORTION_AGENT_INFO_INIT \
  { (uint32_t)sizeof(apportion_agent_info), 0, {0, 0}, {0, 0}, {0, 0}, \
    0, 0, 0, 0, APPORTION_CAP_MODERN_AGENT, 0, 0, 0 }

/* A change of an agent. hostname and region always replace the former ones. */
typedef struct apportion_agent_update {
  uint32_t struct_size;
  uint32_t flags;
  apportion_str hostname;
  apportion_str region;
  const apportion_resource *total; /* with APPORTION_UPDATE_TOTAL, else none */
  size_t total_count;
  /* All that it has, with APPORTION_UPDATE_CAPABILITIES, else 0. */
  uint32_t capabilities;
  uint32_t reserved;
} apportion_agent_update;

#define APPORTION_AGENT_UPDATE_INIT \
  { (uint32_t)sizeof(apportion_agent_update), 0, {0, 0}, {0, 0}, 0, 0, 0, 0 }

/* A framework to be added, or what it becomes. */
typedef struct apportion_framework_info {
  uint32_t struct_size;
  uint32_t capabilities;
  apportion_str id;
  const apportion_role *roles; /* each once */
  size_t role_count;
  /* Of those above, the roles that want no offers. */
  const apportion_role *suppressed;
  size_t suppressed_count;
  /* Replace the instance's minimum of what is worth an offer, of each role once. */
  const apportion_role_minimum *minima;
  size_t minimum_count;
} apportion_framework_info;

#define APPORTION_FRAMEWORK_INFO_INIT \
  { (uint32_t)sizeof(apportion_framework_info), 0, {0, 0}, 0, 0, 0, 0, 0, 0 }

/* How a cycle went; filled in. */
typedef struct apportion_cycle {
  uint32_t struct_size;
  uint32_t ran; /* 0 if no cycle was due, or allocation is paused */
  size_t offers;
  size_t resources; /* of all offers */
  size_t inverse_offers;
  size_t candidates;         /* agents that asked for the cycle */
  size_t visited;            /* agents that were looked at */
  size_t held_back_agents;   /* agents looked at of which quota kept something back */
  size_t headroom;           /* rows of it; 0 without quota */
  size_t recalls;
} apportion_cycle;

#define APPORTION_CYCLE_INIT \
  { (uint32_t)sizeof(apportion_cycle), 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Figures of the allocator; filled in. */
typedef struct apportion_metrics {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t allocation_runs;
  uint64_t offers_made;
  size_t agents;
  size_t frameworks;
  size_t resource_names; /* there at a time; see apportion_resource_name */
  size_t roles;          /* rows of apportion_metrics_roles */
  size_t quantities;     /* rows of apportion_metrics_quantities */
  size_t subscriptions;  /* rows of apportion_metrics_subscriptions */
  int64_t now_nanos;     /* when they were gathered: see apportion_now */
  uint64_t gathering;    /* counts apportion_gather_metrics; 0: there was none */
  /* How long the last cycle waited, in the host's time: from the first call that asked
   * for it until it ran. Then how long all have waited together. */
  int64_t last_latency_nanos;
  int64_t total_latency_nanos;
  int64_t last_run_nanos;  /* how long the last cycle took, by the system's clock */
  int64_t total_run_nanos; /* how long all took together */
  size_t loans;   /* rows of apportion_metrics_loans */
  size_t overdue; /* rows of apportion_metrics_overdue */
} apportion_metrics;

#define APPORTION_METRICS_INIT \
  { (uint32_t)sizeof(apportion_metrics), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
    0, 0, 0, 0 }

/* How far a recording is; filled in. Without one, all is 0. */
typedef struct apportion_recording {
  uint32_t struct_size;
  uint32_t flags;  /* APPORTION_RECORDING_... */
  uint64_t calls;  /* since it was switched on, cycles and missing ones included */
  uint64_t cycles; /* calls of apportion_allocate that are not missing */
  uint64_t gaps;
  uint64_t missing; /* calls in gaps */
  uint64_t snapshots;
  uint64_t files;        /* in the folder */
  int64_t waiting_bytes; /* not written yet */
  int64_t written_bytes; /* since it was switched on */
  int64_t folder_bytes;  /* of all files */
  int64_t last_pause_nanos; /* of the call that a snapshot was made in */
  int64_t longest_pause_nanos;
} apportion_recording;

#define APPORTION_RECORDING_INIT \
  { (uint32_t)sizeof(apportion_recording), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* What apportion_explain is asked. */
typedef struct apportion_question {
  uint32_t struct_size;
  uint32_t flags;
  /* 0: the question is about the role itself. Agents are then judged for frameworks
   * with the capabilities of those subscribed to it or, if none is, for one that has
   * all. */
  apportion_framework framework;
  apportion_agent agent; /* 0: about all agents */
  apportion_role role; /* APPORTION_ALL_ROLES: all that the framework is in */
  uint32_t reserved;
  /* With APPORTION_QUESTION_RESTRICTED, all roles and frameworks that may be
   * named in the answer, besides those that are asked about; others become
   * numbers. */
  const apportion_role *visible_roles;
  size_t visible_role_count;
  const apportion_framework *visible_frameworks;
  size_t visible_framework_count;
} apportion_question;

#define APPORTION_QUESTION_INIT \
  { (uint32_t)sizeof(apportion_question), 0, {0}, {0}, \
    {APPORTION_ALL_ROLES}, 0, 0, 0, 0, 0 }

/* What apportion_explain_standing is asked. */
typedef struct apportion_standing_question {
  uint32_t struct_size;
  uint32_t flags;
  /* A role, with its frameworks, or a framework in a role. APPORTION_ALL_ROLES:
   * all roles, or all that the framework is in. */
  apportion_framework framework; /* 0: none */
  apportion_framework other_framework;
  apportion_role role;
  apportion_role other_role; /* whom it is compared with; APPORTION_ALL_ROLES: nobody */
  /* Where somebody new would be. With APPORTION_QUESTION_NEW_ROLE: the role below which
   * a role would be added, or APPORTION_ALL_ROLES for the top. With
   * APPORTION_QUESTION_NEW_FRAMEWORK: the role that a framework would be in. */
  apportion_role new_in;
  uint32_t reserved;
  double new_weight; /* of a role; 0 stands for 1 */
  apportion_quantities new_minimum; /* the least that is worth an offer */
  apportion_quantities new_request; /* what it asks for; none: all there is */
  /* As of apportion_question. */
  const apportion_role *visible_roles;
  size_t visible_role_count;
  const apportion_framework *visible_frameworks;
  size_t visible_framework_count;
} apportion_standing_question;

#define APPORTION_STANDING_QUESTION_INIT \
  { (uint32_t)sizeof(apportion_standing_question), 0, {0}, {0}, \
    {APPORTION_ALL_ROLES}, {APPORTION_ALL_ROLES}, {APPORTION_ALL_ROLES}, 0, 0, \
    {0, 0}, {0, 0}, 0, 0, 0, 0 }

/* What the page asks, see apportion_gather_view. */
typedef struct apportion_view_question {
  uint32_t struct_size;
  uint32_t flags;
  apportion_str question; /* such as "data?since=..." */
  /* With APPORTION_QUESTION_RESTRICTED, all roles and frameworks that whoever
   * looks may see; of others the page shows sums and numbers. */
  const apportion_role *visible_roles;
  size_t visible_role_count;
  const apportion_framework *visible_frameworks;
  size_t visible_framework_count;
} apportion_view_question;

#define APPORTION_VIEW_QUESTION_INIT \
  { (uint32_t)sizeof(apportion_view_question), 0, {0, 0}, 0, 0, 0, 0 }

/* ------------------------------------------------------------- operations */

/* Values of apportion_op.type, and the member of apportion_op.u that each
 * reads. An operation does what the function of its name does, with the same
 * arguments. The value of its result is 0 unless noted. */

#define APPORTION_OP_RECOVER_RESOURCES 1 /* recover_resources */
#define APPORTION_OP_TRANSITION 2        /* transition */
#define APPORTION_OP_UPDATE_ALLOCATION 3 /* update_allocation */
#define APPORTION_OP_UPDATE_AVAILABLE 4  /* update_available */

#define APPORTION_OP_ADD_FRAMEWORK 20 /* add_framework; value: its handle */
#define APPORTION_OP_UPDATE_FRAMEWORK 21     /* update_framework */
#define APPORTION_OP_REMOVE_FRAMEWORK 22     /* framework */
#define APPORTION_OP_ACTIVATE_FRAMEWORK 23   /* framework */
#define APPORTION_OP_DEACTIVATE_FRAMEWORK 24 /* framework */
#define APPORTION_OP_SUPPRESS_OFFERS 25      /* framework_roles */
#define APPORTION_OP_REVIVE_OFFERS 26        /* framework_roles */
#define APPORTION_OP_REQUEST_RESOURCES 27    /* framework */
#define APPORTION_OP_EXCLUDE_AGENTS 28       /* exclude_agents */
#define APPORTION_OP_EXCLUDE_AGENT 29        /* exclude_agent */

#define APPORTION_OP_ADD_AGENT 40             /* add_agent; value: its handle */
#define APPORTION_OP_UPDATE_AGENT 41          /* update_agent */
#define APPORTION_OP_REMOVE_AGENT 42          /* agent */
#define APPORTION_OP_ACTIVATE_AGENT 43        /* agent */
#define APPORTION_OP_DEACTIVATE_AGENT 44      /* agent */
#define APPORTION_OP_ADD_RESOURCE_PROVIDER 45 /* add_resource_provider */
#define APPORTION_OP_SET_WHITELIST 46         /* strings */
#define APPORTION_OP_CLEAR_WHITELIST 47       /* none */

#define APPORTION_OP_UPDATE_UNAVAILABILITY 60 /* update_unavailability */
#define APPORTION_OP_UPDATE_INVERSE_OFFER 61  /* update_inverse_offer */

#define APPORTION_OP_SET_QUOTA 80   /* set_quota */
#define APPORTION_OP_SET_WEIGHTS 81 /* set_weights */
#define APPORTION_OP_SET_POLICY 82  /* set_policy */
#define APPORTION_OP_SET_RANKS 83   /* set_ranks */
#define APPORTION_OP_SET_LENDING 84 /* set_lending */
#define APPORTION_OP_SET_RESOURCE_WEIGHTS 85 /* set_resource_weights */
#define APPORTION_OP_SET_BORROWING 86 /* set_borrowing */
#define APPORTION_OP_SET_LOAN_COST 87 /* set_loan_cost */

#define APPORTION_OP_DECLARE_ROLE 100 /* string; value: its number */
#define APPORTION_OP_DECLARE_KIND 101 /* kind; value: its number */
#define APPORTION_OP_DECLARE_ITEM 102 /* string; value: its number */
#define APPORTION_OP_RELEASE_ROLES 103 /* release_roles */
#define APPORTION_OP_RELEASE_KINDS 104 /* release_kinds */
#define APPORTION_OP_RELEASE_ITEMS 105 /* release_items */

#define APPORTION_OP_RECOVER 120            /* recover */
#define APPORTION_OP_ADVANCE 121            /* advance */
#define APPORTION_OP_REQUEST_ALLOCATION 122 /* none */
#define APPORTION_OP_PAUSE 123              /* none */
#define APPORTION_OP_RESUME 124             /* none */

typedef struct apportion_op_recover_resources {
  int64_t now;
  apportion_framework framework;
  apportion_agent agent;
  const apportion_resource *resources;
  size_t resource_count;
  int64_t refuse_nanos;
  apportion_role role;
  uint32_t allocated;
} apportion_op_recover_resources;

typedef struct apportion_op_transition {
  apportion_agent agent;
  const apportion_resource *resources;
  size_t resource_count;
  apportion_role role;
  uint32_t reserved;
} apportion_op_transition;

typedef struct apportion_op_update_allocation {
  apportion_framework framework;
  apportion_agent agent;
  const apportion_resource *offered;
  size_t offered_count;
  const apportion_conversion *conversions;
  size_t conversion_count;
  apportion_role role;
  uint32_t reserved;
} apportion_op_update_allocation;

typedef struct apportion_op_update_available {
  apportion_agent agent;
  const apportion_conversion *conversions;
  size_t conversion_count;
} apportion_op_update_available;

typedef struct apportion_op_add_framework {
  const apportion_framework_info *info;
  const apportion_usage *used;
  size_t used_count;
  uint32_t active;
  uint32_t reserved;
} apportion_op_add_framework;

typedef struct apportion_op_update_framework {
  apportion_framework framework;
  const apportion_framework_info *info;
} apportion_op_update_framework;

typedef struct apportion_op_framework_roles {
  apportion_framework framework;
  const apportion_role *roles;
  size_t role_count;
} apportion_op_framework_roles;

typedef struct apportion_op_exclude_agents {
  apportion_framework framework;
  const apportion_agent *agents;
  size_t agent_count;
  apportion_role role;
  uint32_t reserved;
} apportion_op_exclude_agents;

typedef struct apportion_op_exclude_agent {
  apportion_framework framework;
  apportion_agent agent;
  apportion_role role;
  uint32_t excluded;
} apportion_op_exclude_agent;

typedef struct apportion_op_update_agent {
  apportion_agent agent;
  const apportion_agent_update *update;
} apportion_op_update_agent;

typedef struct apportion_op_add_resource_provider {
  apportion_agent agent;
  const apportion_resource *total;
  size_t total_count;
  const apportion_usage *used;
  size_t used_count;
} apportion_op_add_resource_provider;

typedef struct apportion_op_strings {
  const apportion_str *items;
  size_t count;
} apportion_op_strings;

typedef struct apportion_op_update_unavailability {
  apportion_agent agent;
  int64_t start_nanos;
  int64_t duration_nanos;
  uint32_t planned;
  uint32_t reserved;
} apportion_op_update_unavailability;

typedef struct apportion_op_update_inverse_offer {
  int64_t now;
  apportion_agent agent;
  apportion_framework framework;
  int64_t refuse_nanos;
  uint32_t status;
  uint32_t reserved;
} apportion_op_update_inverse_offer;

typedef struct apportion_op_set_quota {
  apportion_quantities guarantees;
  apportion_quantities limits;
  apportion_role role;
  uint32_t reserved;
} apportion_op_set_quota;

typedef struct apportion_op_set_weights {
  const apportion_role_weight *weights;
  size_t count;
} apportion_op_set_weights;

typedef struct apportion_op_set_policy {
  apportion_str policy;
  apportion_role role;
  uint32_t ordered; /* APPORTION_POLICY_OF_... */
} apportion_op_set_policy;

typedef struct apportion_op_set_ranks {
  const apportion_role_rank *roles;
  size_t role_count;
  const apportion_framework_rank *frameworks;
  size_t framework_count;
} apportion_op_set_ranks;

typedef struct apportion_op_set_resource_weights {
  const apportion_resource_weight *weights;
  size_t count;
} apportion_op_set_resource_weights;

typedef struct apportion_op_set_borrowing {
  apportion_quantities most;
  apportion_quantities parts;
  apportion_role role;
  uint32_t reserved;
} apportion_op_set_borrowing;

typedef struct apportion_op_set_loan_cost {
  apportion_framework framework;
  apportion_agent agent;
  int64_t cost;
  apportion_role role;
  uint32_t reserved;
} apportion_op_set_loan_cost;

typedef struct apportion_op_set_lending {
  const apportion_resource *most;
  size_t most_count;
  apportion_role role;
  uint32_t flags; /* APPORTION_LEND_... */
  apportion_quantities most_recalled;
} apportion_op_set_lending;

typedef struct apportion_op_release_roles {
  const apportion_role *roles;
  size_t count;
} apportion_op_release_roles;

typedef struct apportion_op_release_kinds {
  const apportion_kind *kinds;
  size_t count;
} apportion_op_release_kinds;

typedef struct apportion_op_release_items {
  const uint64_t *items;
  size_t count;
} apportion_op_release_items;

typedef struct apportion_op_recover {
  int64_t now;
  size_t expected_agents;
  const apportion_role_quota *quotas;
  size_t quota_count;
} apportion_op_recover;

typedef struct apportion_op_advance {
  int64_t now;
} apportion_op_advance;

/* One operation of apportion_submit. Members of u that the type does not name
 * are not looked at. */
typedef struct apportion_op {
  uint32_t struct_size;
  uint32_t type; /* APPORTION_OP_... */
  union {
    uint64_t zero[8]; /* the whole union, for APPORTION_OP_INIT */
    apportion_op_recover_resources recover_resources;
    apportion_op_transition transition;
    apportion_op_update_allocation update_allocation;
    apportion_op_update_available update_available;
    apportion_op_add_framework add_framework;
    apportion_op_update_framework update_framework;
    apportion_framework framework;
    apportion_op_framework_roles framework_roles;
    apportion_op_exclude_agents exclude_agents;
    apportion_op_exclude_agent exclude_agent;
    const apportion_agent_info *add_agent;
    apportion_op_update_agent update_agent;
    apportion_agent agent;
    apportion_op_add_resource_provider add_resource_provider;
    apportion_op_strings strings;
    apportion_op_update_unavailability update_unavailability;
    apportion_op_update_inverse_offer update_inverse_offer;
    apportion_op_set_quota set_quota;
    apportion_op_set_weights set_weights;
    apportion_op_set_policy set_policy;
    apportion_op_set_ranks set_ranks;
    apportion_op_set_lending set_lending;
    apportion_op_set_resource_weights set_resource_weights;
    apportion_op_set_borrowing set_borrowing;
    apportion_op_set_loan_cost set_loan_cost;
    apportion_str string;
    const apportion_kind_info *kind;
    apportion_op_release_roles release_roles;
    apportion_op_release_kinds release_kinds;
    apportion_op_release_items release_items;
    apportion_op_recover recover;
    apportion_op_advance advance;
  } u;
} apportion_op;

#define APPORTION_OP_INIT \
  { (uint32_t)sizeof(apportion_op), 0, { {0, 0, 0, 0, 0, 0, 0, 0} } }

/* How one operation went. */
typedef struct apportion_result {
  int32_t code; /* APPORTION_OK or what went wrong */
  uint32_t reserved;
  uint64_t value; /* the handle or number that the operation returned */
} apportion_result;

/* -------------------------------------------------------------- functions */

/* The compiler warns of a caller who ignores the code of a function that is declared
 * with this: all functions but those that serve texts, and apportion_destroy. A call
 * that failed has changed nothing. A host that does not notice goes on with other books
 * than the library's. Define this as nothing before the header to turn the warnings
 * off. */

#ifndef APPORTION_MUST_CHECK
#ifdef __GNUC__
#define APPORTION_MUST_CHECK __attribute__((__warn_unused_result__))
#else
#define APPORTION_MUST_CHECK
#endif
#endif

/* The library's own sources leave the prototypes out: cgo writes them without
 * const. A test compares the two. */
#ifndef APPORTION_TYPES_ONLY

/* The version of the library's ABI, a positive number.
 *
 * Threads: any. Keeps: nothing. Errors: none. Cost: constant. */
int32_t apportion_abi_version(void);

/* Reads the library's release, such as "0.2.0", for people: in a log or a bug
 * report. What a program can rely on is said by apportion_abi_version.
 *
 * Threads: any. Keeps: nothing. Errors: TOO_SMALL; the text of others is under
 * instance 0. Cost: a copy. */
int32_t apportion_version(char *text, size_t capacity, size_t *size);

/* Reads the name of a code: that of its macro without APPORTION_E_, such as
 * "STALE", or "OK".
 *
 * Threads: any. Keeps: nothing. Errors: INVALID (no such code), TOO_SMALL; the
 * text of others is under instance 0. Cost: a copy. */
int32_t apportion_code_name(int32_t code, char *text, size_t capacity,
                            size_t *size);

/* Finds which names may have been meant by one that does not exist: writes the indices
 * of the names that are most like it, the most alike first, at most
 * APPORTION_MAX_SIMILAR. Pass as names only those that whoever asks may know.
 *
 * Threads: any. Keeps: nothing. Errors: TOO_SMALL; the text of others is under
 * instance 0. Cost: a look at each name. */
int32_t apportion_similar_names(const char *name, size_t name_size,
                                const apportion_str *names, size_t name_count,
                                uint32_t *indices, size_t capacity,
                                size_t *count) APPORTION_MUST_CHECK;

/* Creates an allocator without agents or frameworks.
 *
 * Threads: any. Keeps: copies of the strings and lists. The instance belongs to
 * the caller until apportion_destroy. Errors: VERSION, INVALID, NAME, AMOUNT,
 * LIMIT (too many instances or resource names), STATE (it cannot be recorded, or
 * the Go runtime has no file descriptor yet); their text is under instance 0.
 * Cost: some tens of microseconds. */
int32_t apportion_create(const apportion_options *options,
                         apportion_instance *instance) APPORTION_MUST_CHECK;

/* Destroys an allocator, also one that has failed with APPORTION_E_PANIC. Its
 * handle is an error from then on. A recording is switched off.
 *
 * Threads: serial. Keeps: nothing. Errors: none more; with APPORTION_E_BUSY it is
 * still there. Cost: a collection of garbage, in the background, after which the
 * memory is the system's again. */
int32_t apportion_destroy(apportion_instance instance);

/* Reads the text of the last error of an instance: empty if there has been none. Calls
 * that succeed leave the text alone. So do those that return APPORTION_E_TOO_SMALL or
 * APPORTION_E_BUSY: the text belongs to the thread whose call is under way. The text is
 * UTF-8, whatever it quotes, and is cut to at most APPORTION_MAX_ERROR bytes. After
 * apportion_submit it is that of the first operation that failed. Instance 0 stands for
 * the calls of this thread without a valid instance: each thread has a text of its own
 * there, and the texts of the latest 64 threads are kept.
 *
 * Threads: serial; any for instance 0. Keeps: nothing. Errors: TOO_SMALL.
 * Cost: a copy. */
int32_t apportion_last_error(apportion_instance instance, char *text,
                             size_t capacity, size_t *size);

/* Writes the whole state of an instance as bytes. apportion_restore makes an instance
 * from them that gives the same answers to all later calls; docs/snapshot.md has their
 * form. They leave out what the last cycle offered: read that first, from the instance
 * itself. 50,000 agents take some megabytes. The names of agents, frameworks, roles,
 * volumes and so on are in the bytes as they are.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: proportional to the state.
 * Right after a call that had too little room, it is a copy of the bytes that were made
 * for that. */
int32_t apportion_snapshot(apportion_instance instance, char *bytes,
                           size_t capacity, size_t *size) APPORTION_MUST_CHECK;

/* Creates an allocator in the state that apportion_snapshot has written, in this
 * process or in another one. Numbers of roles, kinds, items and names of resources are
 * what they were, and declaring the same thing returns its number, as ever. Handles are
 * new: apportion_find_agent and apportion_find_framework return them. The instance has
 * the options of the snapshot. In the argument options, only those of the process
 * (memory_limit_bytes, gc_percent) and of a recording may be set; all else must be as
 * APPORTION_OPTIONS_INIT has it.
 *
 * Threads: any. Keeps: a copy of the recording's folder. The instance belongs to the
 * caller until apportion_destroy. Errors: VERSION (also of a snapshot by another
 * release), INVALID (other options; or the bytes are damaged, the text says where and
 * how), LIMIT (too many instances), STATE (as of apportion_create); their text is under
 * instance 0. Cost: proportional to the state. */
int32_t apportion_restore(const apportion_options *options, const char *bytes,
                          size_t size, apportion_instance *instance)
    APPORTION_MUST_CHECK;

/* --- names */

/* Gives a role path such as "eng/web" its number; the same path gets the same
 * one until it is released. Declaring a role alone has no effect on allocation.
 *
 * Threads: serial. Keeps: a copy of the path. Errors: NAME, LIMIT. Cost: a
 * lookup. */
int32_t apportion_declare_role(apportion_instance instance, const char *path,
                               size_t path_size, apportion_role *role)
    APPORTION_MUST_CHECK;

/* Gives a kind its number; the same description gets the same one until it is
 * released. The order of labels has no meaning.
 *
 * Threads: serial. Keeps: copies. Errors: NAME, INVALID, LIMIT. Cost: one map
 * lookup when the kind is known. */
int32_t apportion_declare_kind(apportion_instance instance,
                               const apportion_kind_info *info,
                               apportion_kind *kind) APPORTION_MUST_CHECK;

/* Gives an item of set resources its number, which stands for it in their
 * intervals.
 *
 * Threads: serial. Keeps: a copy of the name, which may be empty. Errors: LIMIT.
 * Cost: a lookup. */
int32_t apportion_declare_item(apportion_instance instance, const char *name,
                               size_t name_size, uint64_t *item)
    APPORTION_MUST_CHECK;

/* Says that the host does without roles that it has declared: see NUMBERS. A role is
 * forgotten once nothing needs it. No framework is subscribed to it, holds resources in
 * it, or has filters from when it was subscribed, and no task uses resources of it. It
 * has neither quota nor a weight other than 1 nor a rank other than 0 nor a policy of
 * its own (set_policy). It lends nothing (set_lending), has no bound on borrowing
 * (set_borrowing), and nothing is recalled for it or was in the last hours. No kind is
 * reserved for it, and no role is below it. A role that was made on the way to a
 * declared one, such as "eng" for "eng/web", goes with the last one below it, unless it
 * was declared, too.
 *
 * Threads: serial. Keeps: nothing. Errors: UNKNOWN_ROLE (one of them was never
 * declared, or is released already, or named twice; then none is released). Cost:
 * something for each. */
int32_t apportion_release_roles(apportion_instance instance,
                                const apportion_role *roles, size_t role_count)
    APPORTION_MUST_CHECK;

/* Says that the host does without kinds that it has declared: see NUMBERS. A kind
 * is forgotten when no agent has resources of it, no framework holds or has refused
 * any on an agent that had them, and no role lends it (set_lending).
 *
 * Threads: serial. Keeps: nothing. Errors: UNKNOWN_KIND (one of them was never
 * declared, or is released already, or named twice; then none is released). Cost:
 * something for each. */
int32_t apportion_release_kinds(apportion_instance instance,
                                const apportion_kind *kinds, size_t kind_count)
    APPORTION_MUST_CHECK;

/* Says that the host does without items of set resources that it has declared, as
 * apportion_release_kinds does of kinds.
 *
 * Threads: serial. Keeps: nothing. Errors: UNKNOWN_ITEM (one of them was never
 * declared, or is released already, or named twice; then none is released). Cost:
 * something for each. */
int32_t apportion_release_items(apportion_instance instance,
                                const uint64_t *items, size_t item_count)
    APPORTION_MUST_CHECK;

/* Finds the agent with an id; one that was removed is not found.
 *
 * Threads: serial. Keeps: nothing. Errors: UNKNOWN_AGENT. Cost: a lookup. */
int32_t apportion_find_agent(apportion_instance instance, const char *id,
                             size_t id_size, apportion_agent *agent)
    APPORTION_MUST_CHECK;

/* Finds the framework with an id; one that was removed is not found.
 *
 * Threads: serial. Keeps: nothing. Errors: UNKNOWN_FRAMEWORK. Cost: a lookup. */
int32_t apportion_find_framework(apportion_instance instance, const char *id,
                                 size_t id_size,
                                 apportion_framework *framework)
    APPORTION_MUST_CHECK;

/* Reads the id that an agent was added with.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_agent_name(apportion_instance instance,
                             apportion_agent agent, char *name,
                             size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Reads the id that a framework was added with, or will be: a borrower that
 * apportion_loans lists may have yet to come.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_framework_name(apportion_instance instance,
                                 apportion_framework framework, char *name,
                                 size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Reads the path of a role.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_role_name(apportion_instance instance, apportion_role role,
                            char *name, size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Reads the name of an item of set resources.
 *
 * Threads: serial. Keeps: nothing. Errors: UNKNOWN_ITEM, TOO_SMALL. Cost: a
 * copy. */
int32_t apportion_item_name(apportion_instance instance, uint64_t item,
                            char *name, size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Reads the name that a resource has in rows of headroom and metrics. Names are
 * numbered from 0. A name is forgotten once no kind, quota or minimum has it. Its
 * number still stands for it until some twenty other names were forgotten, too. When
 * another name takes its place, its number becomes an error: the other name has a
 * number of its own, which is beyond apportion_metrics.resource_names. A program that
 * runs for long asks for the names of the rows that it reads, and keeps none.
 *
 * Threads: serial. Keeps: nothing. Errors: INVALID (no such name, or it is
 * forgotten), TOO_SMALL. Cost: a copy. */
int32_t apportion_resource_name(apportion_instance instance,
                                apportion_name resource, char *name,
                                size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Reads the description of a kind. The buffer, aligned for a pointer, receives an
 * apportion_kind_info and behind it all that this points to. The result can be read
 * where it is, as a const apportion_kind_info *, but not moved. capacity and *size
 * count bytes.
 *
 * Threads: serial. Keeps: nothing; the pointers in buffer are into buffer.
 * Errors: UNKNOWN_KIND, TOO_SMALL. Cost: a copy. */
int32_t apportion_describe_kind(apportion_instance instance,
                                apportion_kind kind, void *buffer,
                                size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* --- agents */

/* Adds an agent and makes it a candidate of the next cycle. Resources in use by
 * frameworks that are not known yet are accounted to the agent at once, and to the
 * framework when it is added. If roles lend a revocable kind, and frameworks use more
 * of it than the agent has, the excess was lent before and becomes loans again.
 *
 * Threads: serial. Keeps: copies. Errors: EXISTS, STATE (paused without a
 * recovery under way), NAME, LIMIT. Cost: something for each element passed. */
int32_t apportion_add_agent(apportion_instance instance,
                            const apportion_agent_info *info,
                            apportion_agent *agent) APPORTION_MUST_CHECK;

/* Changes an agent. If anything did change, it becomes a candidate of the next
 * cycle.
 *
 * Threads: serial. Keeps: copies. Errors: LIMIT. Cost: something for each
 * element passed. */
int32_t apportion_update_agent(apportion_instance instance,
                               apportion_agent agent,
                               const apportion_agent_update *update)
    APPORTION_MUST_CHECK;

/* Removes an agent with all that is offered, allocated, filtered or planned on it. The
 * host need not recover offers of it any more: that would be APPORTION_E_STALE.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: something for each
 * framework that holds resources or has filters there, and little for each
 * subscription and for each agent. */
int32_t apportion_remove_agent(apportion_instance instance,
                               apportion_agent agent) APPORTION_MUST_CHECK;

/* Lets an agent's resources be offered again.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_activate_agent(apportion_instance instance,
                                 apportion_agent agent) APPORTION_MUST_CHECK;

/* Stops offers from an agent. What is in use on it stays accounted.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_deactivate_agent(apportion_instance instance,
                                   apportion_agent agent) APPORTION_MUST_CHECK;

/* Adds a resource provider's resources to an agent's total, and what
 * frameworks use of them to the ledger.
 *
 * Threads: serial. Keeps: copies. Errors: NAME, LIMIT. Cost: something for each
 * element passed. */
int32_t apportion_add_resource_provider(apportion_instance instance,
                                        apportion_agent agent,
                                        const apportion_resource *total,
                                        size_t total_count,
                                        const apportion_usage *used,
                                        size_t used_count)
    APPORTION_MUST_CHECK;

/* Restricts offers to agents on the named hosts, by their hostname: without any,
 * to no agent. A new instance has no restriction.
 *
 * Threads: serial. Keeps: copies. Errors: none more. Cost: a lookup for each
 * agent. */
int32_t apportion_set_whitelist(apportion_instance instance,
                                const apportion_str *hosts, size_t host_count)
    APPORTION_MUST_CHECK;

/* Lifts the restriction of apportion_set_whitelist.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: something for each
 * agent. */
int32_t apportion_clear_whitelist(apportion_instance instance)
    APPORTION_MUST_CHECK;

/* --- frameworks */

/* Adds a framework, and accounts to it what agents say it uses. If active is 1, every
 * agent becomes a candidate of the next cycle. used is what the host believes the
 * framework to use. For an agent that has been added, it must be what the agent was
 * added with. For another agent it is ignored, since that one will bring its own list.
 * An agent that is not in used is not compared.
 *
 * Threads: serial. Keeps: copies. Errors: INVALID, EXISTS, NAME, NOT_SUBSCRIBED,
 * NOT_ALLOCATED, LIMIT. Cost: a bit for each agent, if active. */
int32_t apportion_add_framework(apportion_instance instance,
                                const apportion_framework_info *info,
                                uint32_t active, const apportion_usage *used,
                                size_t used_count,
                                apportion_framework *framework)
    APPORTION_MUST_CHECK;

/* Changes a framework's roles, suppressed roles, capabilities and minima; its id cannot
 * change. Resources that it holds in a role that it leaves stay accounted until they
 * are recovered. Filters of roles that it leaves or no longer suppresses are dropped.
 *
 * Threads: serial. Keeps: copies. Errors: NOT_SUBSCRIBED, NAME, AMOUNT, INVALID
 * (capabilities, a role named twice, or a minimum), LIMIT. Cost: something for each
 * filter that is dropped, and a bit for each agent. */
int32_t apportion_update_framework(apportion_instance instance,
                                   apportion_framework framework,
                                   const apportion_framework_info *info)
    APPORTION_MUST_CHECK;

/* Removes a framework. What it was offered or had allocated becomes free. The host need
 * not recover it any more: that would be APPORTION_E_STALE.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: something for each
 * agent that it held resources or had filters on, or that is under maintenance; a
 * bit for each agent. */
int32_t apportion_remove_framework(apportion_instance instance,
                                   apportion_framework framework)
    APPORTION_MUST_CHECK;

/* Lets a framework be offered resources, but for the roles that it has
 * suppressed, and makes every agent a candidate.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: a bit for each
 * agent. */
int32_t apportion_activate_framework(apportion_instance instance,
                                     apportion_framework framework)
    APPORTION_MUST_CHECK;

/* Stops offers to a framework and drops its filters. What it holds stays
 * accounted.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: something for each
 * filter. */
int32_t apportion_deactivate_framework(apportion_instance instance,
                                       apportion_framework framework)
    APPORTION_MUST_CHECK;

/* Stops offers to a framework in the roles named, or in all that it is
 * subscribed to if none is.
 *
 * Threads: serial. Keeps: nothing. Errors: NOT_SUBSCRIBED. Cost: something for
 * each element passed. */
int32_t apportion_suppress_offers(apportion_instance instance,
                                  apportion_framework framework,
                                  const apportion_role *roles,
                                  size_t role_count) APPORTION_MUST_CHECK;

/* Ends suppression and filters of a framework in the roles named, or in all
 * that it is subscribed to if none is, and makes every agent a candidate.
 *
 * Threads: serial. Keeps: nothing. Errors: NOT_SUBSCRIBED. Cost: something for
 * each filter, and a bit for each agent. */
int32_t apportion_revive_offers(apportion_instance instance,
                                apportion_framework framework,
                                const apportion_role *roles,
                                size_t role_count) APPORTION_MUST_CHECK;

/* Is accepted and, as in Mesos, changes nothing.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_request_resources(apportion_instance instance,
                                    apportion_framework framework)
    APPORTION_MUST_CHECK;

/* Sets which agents a framework is not offered in a role: the host evaluates
 * its offer constraints, the allocator never offers those agents. The list
 * replaces the former one; an empty list excludes none.
 *
 * Threads: serial. Keeps: a copy. Errors: NOT_SUBSCRIBED. Cost: something for
 * each element passed. */
int32_t apportion_exclude_agents(apportion_instance instance,
                                 apportion_framework framework,
                                 apportion_role role,
                                 const apportion_agent *agents,
                                 size_t agent_count) APPORTION_MUST_CHECK;

/* Excludes one agent, or with excluded 0 includes it again.
 *
 * Threads: serial. Keeps: nothing. Errors: INVALID, NOT_SUBSCRIBED. Cost: constant. */
int32_t apportion_exclude_agent(apportion_instance instance,
                                apportion_framework framework,
                                apportion_role role, apportion_agent agent,
                                uint32_t excluded) APPORTION_MUST_CHECK;

/* --- resources */

/* Gives resources back, of one role on one agent. With allocated 0: an offer that
 * the framework declined, or the part of it that no task uses. With allocated 1:
 * what tasks used and use no longer. (apportion_recover is about a failover.)
 * framework may be 0 when the framework is gone: then only what tasks use is
 * accounted. Unless refuse_nanos is APPORTION_NO_FILTER, the framework is not
 * offered these resources, nor less, on this agent until as many nanoseconds have
 * passed since now, or one allocation interval if that is longer.
 *
 * With allocated 0, what tasks use may be returned as well, such as a whole offer of
 * which they use a part: all of it is then free, and no longer in use. Without a
 * framework a call with allocated 0 changes nothing, since what a framework holds
 * becomes free when it is removed. With APPORTION_STRICT_USE both are errors.
 *
 * Threads: serial. Keeps: a copy, as the filter. Errors: NOT_ALLOCATED, LIMIT.
 * Cost: something for each element passed. */
int32_t apportion_recover_resources(apportion_instance instance, int64_t now,
                                    apportion_framework framework,
                                    apportion_agent agent, apportion_role role,
                                    const apportion_resource *resources,
                                    size_t resource_count,
                                    int64_t refuse_nanos, uint32_t allocated)
    APPORTION_MUST_CHECK;

/* Tells that tasks now use resources which frameworks of a role were offered on an
 * agent, until apportion_recover_resources with allocated 1 tells that they no longer
 * do. Telling the same thing twice counts twice, though no more is in use than the
 * role's frameworks hold: of an offer of 4 cpus, 3 and 3 make 4 in use. What counts
 * twice has to be given back twice. With APPORTION_STRICT_USE the second call is
 * NOT_ALLOCATED.
 *
 * Threads: serial. Keeps: a copy. Errors: NOT_ALLOCATED, LIMIT. Cost: something
 * for each element passed. */
int32_t apportion_transition(apportion_instance instance,
                             apportion_agent agent, apportion_role role,
                             const apportion_resource *resources,
                             size_t resource_count) APPORTION_MUST_CHECK;

/* Applies conversions to what a framework was offered on an agent in a role,
 * and to the agent's total.
 *
 * Threads: serial. Keeps: a copy. Errors: NOT_ALLOCATED, NOT_AVAILABLE,
 * CONVERSION, LIMIT. Cost: something for each element passed. */
int32_t apportion_update_allocation(apportion_instance instance,
                                    apportion_framework framework,
                                    apportion_agent agent, apportion_role role,
                                    const apportion_resource *offered,
                                    size_t offered_count,
                                    const apportion_conversion *conversions,
                                    size_t conversion_count)
    APPORTION_MUST_CHECK;

/* Applies conversions to what is free on an agent: an operator's requests to
 * reserve, unreserve, create and destroy. If what they need is in use, the
 * call fails with NOT_AVAILABLE and leaves no trace.
 *
 * Threads: serial. Keeps: a copy. Errors: NOT_AVAILABLE, CONVERSION, LIMIT.
 * Cost: something for each element passed. */
int32_t apportion_update_available(apportion_instance instance,
                                   apportion_agent agent,
                                   const apportion_conversion *conversions,
                                   size_t conversion_count)
    APPORTION_MUST_CHECK;

/* Reads what an agent has in all, by kind. Each kind comes once, but for copies of
 * volumes and for intervals, each of which is a row.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: proportional to the
 * resources. */
int32_t apportion_agent_total(apportion_instance instance,
                              apportion_agent agent,
                              apportion_resource *resources, size_t capacity,
                              size_t *count) APPORTION_MUST_CHECK;

/* Reads what of an agent could be offered: its total without what frameworks hold
 * there. Shared volumes can always be offered.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: proportional to the
 * resources. */
int32_t apportion_agent_free(apportion_instance instance,
                             apportion_agent agent,
                             apportion_resource *resources, size_t capacity,
                             size_t *count) APPORTION_MUST_CHECK;

/* Reads what a framework holds on an agent, offered or in use by its tasks, in
 * a role or in APPORTION_ALL_ROLES. framework 0 stands for all frameworks, also
 * those that have not been added yet.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: proportional to
 * what is held on the agent. */
int32_t apportion_agent_held(apportion_instance instance,
                             apportion_agent agent,
                             apportion_framework framework,
                             apportion_role role,
                             apportion_resource *resources, size_t capacity,
                             size_t *count) APPORTION_MUST_CHECK;

/* Reads what tasks of a role, or of APPORTION_ALL_ROLES, use on an agent: what
 * apportion_transition has told and apportion_recover_resources has not taken back. It
 * is a part of what the role's frameworks hold there: when one of them is removed, use
 * beyond what the others hold ends.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: proportional to
 * what is held on the agent. */
int32_t apportion_agent_allocated(apportion_instance instance,
                                  apportion_agent agent, apportion_role role,
                                  apportion_resource *resources,
                                  size_t capacity, size_t *count)
    APPORTION_MUST_CHECK;

/* --- maintenance */

/* Plans or changes an agent's maintenance, or with planned 0 cancels it; the
 * times must be 0 then, and a duration of 0 is an open end. The start may be any
 * number, also in the past. Frameworks are asked anew; the agent becomes a candidate.
 *
 * Threads: serial. Keeps: nothing. Errors: INVALID. Cost: constant. */
int32_t apportion_update_unavailability(apportion_instance instance,
                                        apportion_agent agent,
                                        uint32_t planned, int64_t start_nanos,
                                        int64_t duration_nanos)
    APPORTION_MUST_CHECK;

/* Enters a framework's answer to an inverse offer, or, with APPORTION_INVERSE_NONE,
 * that there will be no answer. Unless refuse_nanos is APPORTION_NO_FILTER, the
 * framework is not asked again until so many nanoseconds have passed since now.
 *
 * Threads: serial. Keeps: nothing. Errors: STATE (no maintenance is planned),
 * INVALID. Cost: constant. */
int32_t apportion_update_inverse_offer(apportion_instance instance,
                                       int64_t now, apportion_agent agent,
                                       apportion_framework framework,
                                       uint32_t status, int64_t refuse_nanos)
    APPORTION_MUST_CHECK;

/* Reads the agents under maintenance and the answers of all frameworks about
 * them: three results of unknown size in one call, which fails if any of the
 * three has too little room. text takes the ids of the frameworks.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: proportional to the
 * agents under maintenance and the answers. */
int32_t apportion_inverse_statuses(apportion_instance instance,
                                   apportion_agent *agents,
                                   size_t agent_capacity, size_t *agent_count,
                                   apportion_inverse_status *statuses,
                                   size_t status_capacity,
                                   size_t *status_count, char *text,
                                   size_t text_capacity, size_t *text_size)
    APPORTION_MUST_CHECK;

/* --- policy */

/* Sets what a role is guaranteed and limited to, in the whole cluster; empty lists
 * take both away. A guarantee of zero is none; a limit of zero is a limit, and a
 * name without one has none.
 *
 * Threads: serial. Keeps: a copy. Errors: INVALID (a guarantee exceeds its
 * limit, or the role is nested without APPORTION_NESTED_QUOTA), NAME, AMOUNT,
 * LIMIT. Cost: something for each element passed. */
int32_t apportion_set_quota(apportion_instance instance, apportion_role role,
                            const apportion_quantity *guarantees,
                            size_t guarantee_count,
                            const apportion_quantity *limits,
                            size_t limit_count) APPORTION_MUST_CHECK;

/* Sets the weights of roles, finite and above zero; roles that are not named keep
 * theirs, which is 1 to begin with, and of a role named twice the last weight counts.
 * It takes effect with the next cycle. As in Mesos, a role without frameworks of its
 * own keeps the weight that it had in the first cycle with frameworks below it. A later
 * weight counts once all of these have gone and another one comes.
 *
 * Threads: serial. Keeps: a copy. Errors: INVALID. Cost: something for each
 * element passed. */
int32_t apportion_set_weights(apportion_instance instance,
                              const apportion_role_weight *weights,
                              size_t count) APPORTION_MUST_CHECK;

/* Sets the policy that orders all below a role, down to roles with a policy of their
 * own; for APPORTION_ALL_ROLES, the whole tree. ordered (APPORTION_POLICY_OF_...) says
 * whether it orders roles, their frameworks, or both. Policies are spelt
 *
 *     drf, random, hdrf, ranked, asset,
 *     decayed:half_life=24h, max_min:resource=gpus
 *
 * and docs/policies.md explains them. An empty text takes back what was set for a role;
 * for the whole tree it is drf. The policy takes effect with the next cycle.
 *
 * Threads: serial. Keeps: a copy. Errors: INVALID (there is no such policy, or
 * its parameters are wrong: the text says what there is), UNKNOWN_ROLE. Cost:
 * that of ordering all roles, and the frameworks whose policy changes. */
int32_t apportion_set_policy(apportion_instance instance, apportion_role role,
                             uint32_t ordered, const char *policy,
                             size_t policy_size) APPORTION_MUST_CHECK;

/* Sets the ranks of roles and frameworks, any numbers but NaN, of each once; those not
 * named keep theirs, which is 0 to begin with. A framework has one rank in all its
 * roles. It takes effect with the next cycle; other policies than "ranked" do
 * not look at it.
 *
 * Threads: serial. Keeps: a copy. Errors: INVALID, UNKNOWN_ROLE,
 * UNKNOWN_FRAMEWORK, STALE. Cost: something for each element passed. */
int32_t apportion_set_ranks(apportion_instance instance,
                            const apportion_role_rank *roles, size_t role_count,
                            const apportion_framework_rank *frameworks,
                            size_t framework_count) APPORTION_MUST_CHECK;

/* Sets how much resources count in shares: with a weight of 8 for gpus, a part of all
 * gpus is as much as eight times that part of all cpus. "a100,h100" are two that count
 * as one: what is held of both is divided by all that there is of both. Weights are
 * from 0.001 to 1000. The list replaces the one before: a resource that it does not
 * name counts once, by itself. A resource need not be known yet; one that
 * fairness_exclude leaves out has no weight. It takes effect with the next cycle, under
 * all policies but "random" and "max_min".
 *
 * Threads: serial. Keeps: a copy. Errors: INVALID, NAME. Cost: something for each
 * element passed; the next cycle orders everybody anew. */
int32_t apportion_set_resource_weights(apportion_instance instance,
                                       const apportion_resource_weight *weights,
                                       size_t count) APPORTION_MUST_CHECK;

/* Sets what a role lends of what is kept back for it and idle:
 * APPORTION_LEND_GUARANTEE, APPORTION_LEND_RESERVATIONS, or both. At the end of a cycle
 * of all agents it is offered, as revocable, to frameworks that take revocable
 * resources. most bounds what is lent of the guarantee at a time: amounts of revocable
 * kinds of scalars without a disk, a provider or a reservation. A resource that most
 * does not name is not lent, not even from reservations. With no flag, or nothing in
 * most, the role lends nothing more.
 *
 * What roles lend of guarantees is one pool. While a role's guarantee is not met, what
 * its frameworks would be offered of the pool, if it were free, is recalled
 * (apportion_cycle_recalls), whichever role lent it. What is lent of a reservation is
 * recalled only for frameworks of its role, and of roles below it. apportion_options
 * says when a recall is due. most_recalled bounds, by the names of resources, how much
 * is recalled at a time for what the role's guarantee lacks; overdue recalls do not
 * count. What most_recalled does not name is not bounded; with 0 nothing is recalled.
 * docs/lending.md has the whole.
 *
 * Threads: serial. Keeps: a copy. Errors: INVALID, UNKNOWN_ROLE, UNKNOWN_KIND,
 * UNKNOWN_ITEM, NAME, AMOUNT, LIMIT. Cost: something for each element passed, and for
 * each role that lends. */
int32_t apportion_set_lending(apportion_instance instance, apportion_role role,
                              uint32_t flags, const apportion_resource *most,
                              size_t most_count,
                              const apportion_quantity *most_recalled,
                              size_t most_recalled_count) APPORTION_MUST_CHECK;

/* Bounds how much frameworks in a role, and below it, may have borrowed of guarantees
 * at a time, by the names of resources: at most amounts of most, and at most parts of
 * what the role deserves by weights, where a part of 1000 is all that it deserves. A
 * name in neither list is not bounded, 0 is a bound, and empty lists take all bounds of
 * the role away. Nothing that would exceed a bound is lent; a bound below what is
 * borrowed recalls nothing. docs/lending.md has the whole.
 *
 * Threads: serial. Keeps: a copy. Errors: INVALID (a resource is named twice),
 * UNKNOWN_ROLE, NAME, AMOUNT, LIMIT. Cost: something for each element passed, and for
 * each role that is bounded, and each loan. */
int32_t apportion_set_borrowing(apportion_instance instance, apportion_role role,
                                const apportion_quantity *most, size_t most_count,
                                const apportion_quantity *parts,
                                size_t part_count) APPORTION_MUST_CHECK;

/* Says what it would cost if a framework had to give back, in a role, what is lent to
 * it on an agent: the age or the priority of what it runs there, for example; it is
 * 0 until it is set, and for what is lent afterwards. Among loans that would help
 * whoever asks equally, those of the least cost are recalled first. Where nothing is
 * lent to the framework, the call has no effect. docs/lending.md has the whole.
 *
 * Threads: serial. Keeps: nothing. Errors: UNKNOWN_FRAMEWORK, UNKNOWN_ROLE,
 * UNKNOWN_AGENT, STALE, NOT_SUBSCRIBED. Cost: something for each loan on the agent. */
int32_t apportion_set_loan_cost(apportion_instance instance,
                                apportion_framework framework,
                                apportion_role role, apportion_agent agent,
                                int64_t cost) APPORTION_MUST_CHECK;

/* Reads all loans, by agent. A borrower that an agent was added with may have yet to be
 * added: its handle is then good for apportion_framework_name alone.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_loans(apportion_instance instance, apportion_loan *loans,
                        size_t capacity, size_t *count) APPORTION_MUST_CHECK;

/* --- time and cycles */

/* Tells what the former master left: how many agents to expect and which
 * quotas, of each role once. If there are quotas and agents to wait for, allocation pauses until
 * enough of the agents are back or time is up, see apportion_options.
 * (An offer comes back by apportion_recover_resources.)
 *
 * Threads: serial. Keeps: a copy. Errors: STATE (an agent has been added
 * already), COUNT (also of more than 2147483647 agents), INVALID, NAME, AMOUNT,
 * LIMIT. Cost: something for each element passed. */
int32_t apportion_recover(apportion_instance instance, int64_t now,
                          size_t expected_agents,
                          const apportion_role_quota *quotas,
                          size_t quota_count) APPORTION_MUST_CHECK;

/* Tells the time: filters end that are due, recovery stops waiting, and the
 * periodic allocation makes every agent a candidate. Call it at
 * apportion_next_deadline, then see apportion_pending.
 *
 * Threads: serial. Keeps: nothing. Errors: INVALID (see TIME).
 * Cost: something for each filter that ends, a look at all others of its agent, and
 * a bit for each agent where the periodic allocation is due. */
int32_t apportion_advance(apportion_instance instance, int64_t now)
    APPORTION_MUST_CHECK;

/* Asks when something next happens by itself: the periodic allocation, the end
 * of a filter or of the wait in recovery; APPORTION_NEVER if nothing does.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_next_deadline(apportion_instance instance, int64_t *nanos)
    APPORTION_MUST_CHECK;

/* Asks for the latest time that any call has named.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_now(apportion_instance instance, int64_t *nanos)
    APPORTION_MUST_CHECK;

/* Asks whether a cycle has been asked for: *pending becomes 1 or 0. If so, the host
 * calls apportion_allocate soon. It may make further calls before: one cycle serves
 * them all.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_pending(apportion_instance instance, int32_t *pending)
    APPORTION_MUST_CHECK;

/* Makes every agent a candidate of the next cycle.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: a bit for each
 * agent. */
int32_t apportion_request_allocation(apportion_instance instance)
    APPORTION_MUST_CHECK;

/* Stops allocation until apportion_resume, or until a wait in recovery that is under
 * way ends; calls that ask for a cycle meanwhile are forgotten. Meanwhile no agent can
 * be added, except in recovery.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_pause(apportion_instance instance) APPORTION_MUST_CHECK;

/* Ends a pause, or the wait in recovery.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_resume(apportion_instance instance) APPORTION_MUST_CHECK;

/* Asks whether allocation is paused: *paused becomes 1 or 0.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_paused(apportion_instance instance, int32_t *paused)
    APPORTION_MUST_CHECK;

/* Runs the cycle that is due, if one is. It first does what apportion_advance would do
 * at that time, if nobody called it. What is offered counts as held by the framework
 * until it is recovered. *cycle tells how much there is to be read by the functions
 * below, from the instance, until the next apportion_allocate or apportion_run_due:
 * nothing if no cycle was due. There is at most one offer for each framework, role and
 * agent; their order carries no meaning.
 *
 * Threads: serial. Keeps: nothing. Errors: INVALID (see TIME). Cost: proportional to the
 * agents that can be offered and that something changed for, times the
 * logarithm of roles and frameworks. Where roles lend, a cycle of all agents also
 * looks at each role, lender, bound and recalled loan; at all who may borrow for each of
 * those agents; and once anybody has changed at each agent with loans, there at each
 * role that lacks something, for each cost of what is lent (set_loan_cost).
 * Under HDRF, where nothing is left free, each role that was offered nothing
 * looks at each offer, with all its frameworks. */
int32_t apportion_allocate(apportion_instance instance, int64_t now,
                           apportion_cycle *cycle) APPORTION_MUST_CHECK;

/* Does in one crossing what apportion_advance, apportion_allocate and
 * apportion_next_deadline do: all that is due at now, and then the cycle that is due,
 * which also serves the calls since the last one. Call it when *next is reached, and
 * after the calls that an event brings. *next becomes APPORTION_NEVER if nothing is due
 * by itself.
 *
 * Threads: serial. Keeps: nothing. Errors: INVALID (see TIME). Cost: that of the
 * three. */
int32_t apportion_run_due(apportion_instance instance, int64_t now,
                          apportion_cycle *cycle, int64_t *next)
    APPORTION_MUST_CHECK;

/* Reads the offers of the last cycle.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_cycle_offers(apportion_instance instance,
                               apportion_offer *offers, size_t capacity,
                               size_t *count) APPORTION_MUST_CHECK;

/* Reads the resources of all offers of the last cycle.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_cycle_resources(apportion_instance instance,
                                  apportion_resource *resources,
                                  size_t capacity, size_t *count)
    APPORTION_MUST_CHECK;

/* Reads the inverse offers of the last cycle.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_cycle_inverse_offers(apportion_instance instance,
                                       apportion_inverse_offer *offers,
                                       size_t capacity, size_t *count)
    APPORTION_MUST_CHECK;

/* Reads what became of recalls in the last cycle. A framework gives back what
 * is recalled as it gives back anything else (apportion_recover_resources).
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_cycle_recalls(apportion_instance instance,
                                apportion_recall *recalls, size_t capacity,
                                size_t *count) APPORTION_MUST_CHECK;

/* Reads what the last cycle did for quota: a row for each resource name that
 * it concerns.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_cycle_headroom(apportion_instance instance,
                                 apportion_headroom *rows, size_t capacity,
                                 size_t *count) APPORTION_MUST_CHECK;

/* --- batches */

/* Carries out operations in the order of the array, in one crossing. Each is validated
 * and applied on its own: one that fails changes nothing and does not keep those behind
 * it from being carried out. All have the same struct_size, which is the distance
 * between them. results, as long as ops, tells how each went. It is written whenever
 * the call returns APPORTION_OK, APPORTION_E_PARTIAL (some operation failed) or
 * APPORTION_E_PANIC. After a panic, the operation under way and those behind it have
 * that code, too.
 *
 * Threads: serial. Keeps: what the operations keep. Errors: PARTIAL, and of the
 * whole call STRUCT_SIZE (of the first operation). Cost: that of the
 * operations, and one crossing. */
int32_t apportion_submit(apportion_instance instance, const apportion_op *ops,
                         size_t count, apportion_result *results)
    APPORTION_MUST_CHECK;

/* --- inspection */

/* Hashes the whole state, so that two instances, or two moments, can be
 * compared: equal states have equal digests. The value may differ between
 * versions of the library.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: proportional to the
 * state. */
int32_t apportion_digest(apportion_instance instance, uint64_t *digest)
    APPORTION_MUST_CHECK;

/* Gathers the figures of the allocator. *metrics has the single ones and tells how much
 * there is to be read by the functions below, from the instance, until the next
 * apportion_gather_metrics. If other threads watch an instance, the thread that uses it
 * gathers now and then, after a cycle for example. That thread also reads the names of
 * the roles, resources and frameworks in the rows, since apportion_role_name and the
 * like are serial.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: proportional to
 * roles, subscriptions and loans, whatever the number of agents. */
int32_t apportion_gather_metrics(apportion_instance instance,
                                 apportion_metrics *metrics)
    APPORTION_MUST_CHECK;

/* Reads the single figures of the metrics gathered last, all 0 if none were.
 * Where another thread gathers, the rows that the functions below read may be
 * of a later gathering: they belong together if gathering is the same before
 * and after.
 *
 * Threads: reader. Keeps: nothing. Errors: none more. Cost: a copy. */
int32_t apportion_gathered_metrics(apportion_instance instance,
                                   apportion_metrics *metrics)
    APPORTION_MUST_CHECK;

/* Reads the roles of the metrics gathered last, each before its subroles.
 *
 * Threads: reader. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_metrics_roles(apportion_instance instance,
                                apportion_role_metrics *roles, size_t capacity,
                                size_t *count) APPORTION_MUST_CHECK;

/* Reads what roles are ordered by, of the metrics gathered last: a row for each
 * role with frameworks, in the order of apportion_metrics_roles.
 *
 * Threads: reader. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_metrics_keys(apportion_instance instance,
                               apportion_role_key *keys, size_t capacity,
                               size_t *count) APPORTION_MUST_CHECK;

/* Reads the quantities of the metrics gathered last: the cluster's, then those
 * of the roles in the order of apportion_metrics_roles.
 *
 * Threads: reader. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_metrics_quantities(apportion_instance instance,
                                     apportion_quantity_metrics *quantities,
                                     size_t capacity, size_t *count)
    APPORTION_MUST_CHECK;

/* Reads the subscriptions of the metrics gathered last.
 *
 * Threads: reader. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_metrics_subscriptions(apportion_instance instance,
                                        apportion_subscription *subscriptions,
                                        size_t capacity, size_t *count)
    APPORTION_MUST_CHECK;

/* Reads how much is lent, of the metrics gathered last: first of all loans, then of the
 * roles in the order of apportion_metrics_roles. A role that is no longer in use has no
 * row, though it may have lent something.
 *
 * Threads: reader. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_metrics_loans(apportion_instance instance,
                                apportion_loan_metrics *loans, size_t capacity,
                                size_t *count) APPORTION_MUST_CHECK;

/* Reads who should have given back what, of the metrics gathered last, in the
 * order of the roles' paths and the frameworks' ids.
 *
 * Threads: reader. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_metrics_overdue(apportion_instance instance,
                                  apportion_overdue_borrower *borrowers,
                                  size_t capacity, size_t *count)
    APPORTION_MUST_CHECK;

/* Reads the state as one JSON object, for people who look for a fault. The
 * members may differ between versions of the library.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: proportional to the
 * state; a call that follows directly on one that had too little room reads the
 * text that was made for that. */
int32_t apportion_state_json(apportion_instance instance, char *json,
                             size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Gathers the state, as the JSON that apportion_state_json reads, for
 * apportion_gathered_state; *size becomes its bytes. The text stays with the instance.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: proportional to the
 * state. */
int32_t apportion_gather_state(apportion_instance instance, size_t *size)
    APPORTION_MUST_CHECK;

/* Reads the state gathered last, nothing if none was.
 *
 * Threads: reader. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_gathered_state(apportion_instance instance, char *json,
                                 size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Why is a framework offered what it is in a role, and nothing more? Answers a
 * question, for the functions below, until the next one: every agent of the
 * cluster counts for the first thing that keeps it from the framework, as if the
 * next cycle came to it first and asked this framework first. docs/explain.md
 * has the rest. Asking changes nothing.
 *
 * Threads: serial. Keeps: nothing. Errors: INVALID (neither a framework nor a
 * role; an agent without both), UNKNOWN_FRAMEWORK, UNKNOWN_AGENT, STALE,
 * UNKNOWN_ROLE, NOT_SUBSCRIBED. Cost: a pass over the agents, tens of
 * milliseconds for 50,000, and less for each role after the first. */
int32_t apportion_explain(apportion_instance instance,
                          const apportion_question *question)
    APPORTION_MUST_CHECK;

/* Where does a role or framework stand, or everybody: what it deserves, asks for,
 * holds, lends and borrows, and what would be fair? Why has another one more, and what
 * would somebody who is not there come to hold, and be offered now? Answers a question,
 * for the functions below, until the next one. docs/standing.md has an example. Asking
 * changes nothing.
 *
 * Threads: serial. Keeps: nothing. Errors: INVALID (a comparison without a role, a
 * weight that is not above 0 and finite, somebody new who is both or a framework in
 * all roles, new_... of nobody), UNKNOWN_ROLE (or nobody is in it, and it is compared),
 * UNKNOWN_FRAMEWORK, STALE, NOT_SUBSCRIBED, NAME, AMOUNT, LIMIT (a new role would be one
 * too many). Cost: proportional to the roles in use and the frameworks in them, and
 * linear in what is held on agents; some ten milliseconds for 10,000. With somebody new,
 * that of a snapshot, of restoring it, and of a cycle. */
int32_t apportion_explain_standing(apportion_instance instance,
                                   const apportion_standing_question *question)
    APPORTION_MUST_CHECK;

/* Reads the answer as text for people, a page for each role. It and the JSON are of
 * the same question only if nobody has asked in between: threads that ask, or read
 * while another one asks, need a lock of their own.
 *
 * Threads: reader. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_explained_text(apportion_instance instance, char *text,
                                 size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Reads the answer as JSON, for programs: an object, or an array of them if
 * apportion_explain was asked about all roles of a framework. If some of these roles
 * may not be named, the last object has their number, "hidden". docs/explain.md and
 * docs/standing.md have the members. "version" is 1: members may be added to it, and
 * none is renamed or comes to mean something else.
 *
 * Threads: reader. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_explained_json(apportion_instance instance, char *json,
                                 size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* --- the page */

/* A page shows an instance at work: who holds what, who should, who waits, and why.
 * docs/view.md has pictures. A host that answers HTTP serves it at any path that ends
 * with a slash. It answers a GET of a name behind the slash with apportion_view_file;
 * the empty name is the page itself. If there is no such file, the name with its query
 * is a question: apportion_gather_view takes it to the instance, and
 * apportion_gathered_view has the answer, in any thread. The host answers errors
 * itself: APPORTION_E_INVALID with 400, an unknown thing with 404.
 * apportion_view_headers tells what to send with a file or an answer. The page changes
 * nothing.
 *
 * Reads a file of the page by its name; the empty name is that of the page.
 *
 * Threads: any. Keeps: nothing. Errors: NAME (there is no such file), TOO_SMALL;
 * the text of others is under instance 0. Cost: a copy. */
int32_t apportion_view_file(const char *name, size_t name_size, char *content,
                            size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Reads the headers that are to go with a file of the page or, for any other name, with
 * answers: lines of a name, a colon, a space and a value, each ending with a line feed.
 * They say what sort of content it is and how long it may be kept, and let the page
 * load nothing from elsewhere. The last header of a file is its ETag: a request that
 * has it as If-None-Match may be answered with 304 and no file.
 *
 * Threads: any. Keeps: nothing. Errors: TOO_SMALL; the text of others is under
 * instance 0. Cost: a copy. */
int32_t apportion_view_headers(const char *name, size_t name_size, char *text,
                               size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* Takes a question of the page to the instance. *answer becomes the number by which
 * apportion_gathered_view reads the answer. The last 64 answers wait to be read; older
 * ones are forgotten. Each question says what its page has seen before, so that any
 * number of pages may ask, each for a viewer of its own.
 *
 * The state is copied once a second at most, however many ask. The first question
 * begins the history, of 16 MiB and a day at most. Times are shown as dates if the
 * instance's time is 10^18 or more, as that of a clock that counts from 1970 is.
 *
 * Threads: serial. Keeps: what it copies, until the instance is destroyed. Errors:
 * INVALID (no question of the page's), UNKNOWN_AGENT, UNKNOWN_FRAMEWORK,
 * UNKNOWN_ROLE (is not there, or not to be seen), NOT_SUBSCRIBED. Cost: a copy of
 * sums and of how full each agent is, some milliseconds for 50,000, if the last is
 * a second old; an explanation costs what that of apportion_explain does. */
int32_t apportion_gather_view(apportion_instance instance,
                              const apportion_view_question *question,
                              uint64_t *answer) APPORTION_MUST_CHECK;

/* Reads the answer to a question of the page, a JSON object: docs/view.md has its
 * members. It is worked out when it is first read. Unlike other results it is
 * read once: it is forgotten when it has been written to out.
 *
 * Threads: reader; it may wait for other readers of answers. Keeps: nothing.
 * Errors: STATE (no such answer, it was read or forgotten, or it cannot be worked
 * out), TOO_SMALL. Cost: working it out, some milliseconds for each 10,000 agents,
 * roles and frameworks; little more than a copy if nothing has changed. */
int32_t apportion_gathered_view(apportion_instance instance, uint64_t answer,
                                char *json, size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

/* --- recordings */

/* Records all calls from now on, so that `apportion replay` can carry them out
 * again: docs/journal.md has what that costs, and the form of the files. dir is
 * the folder, which is made if it is not there; one recording at a time may be
 * made in it. bytes bounds all its files together, the oldest of which go first
 * (0: a gibibyte); seconds are those between two snapshots of the whole state
 * (0: 600). Files are readable by their owner alone.
 *
 * Where a file cannot be written later on, the allocator does not wait: the recording
 * has a gap, see apportion_recording_status. It also has a gap if the folder takes a
 * file, but not the first snapshot.
 *
 * Threads: serial. Keeps: a copy of the folder's name. Errors: INVALID (no
 * folder, or bytes that two snapshots exceed), STATE (there is a recording
 * already; the folder has one of another instance, or cannot be written to).
 * Cost: taking a snapshot, proportional to the state; a thread of the library
 * compresses and writes it. */
int32_t apportion_start_recording(apportion_instance instance, const char *dir,
                                  size_t dir_size, int64_t bytes,
                                  int64_t seconds) APPORTION_MUST_CHECK;

/* Switches the recording off, if there is one, and waits until all is written,
 * though for five seconds at most. If the disk takes longer, a thread of the
 * library goes on, and the folder stays locked until it is done.
 *
 * Threads: serial. Keeps: nothing. Errors: STATE (the latest calls are missing,
 * or wait to be written, the text says why; it is switched off all the same).
 * Cost: writing what waits, some milliseconds on a disk that does its work. */
int32_t apportion_stop_recording(apportion_instance instance)
    APPORTION_MUST_CHECK;

/* Tells how far the recording is.
 *
 * Threads: serial. Keeps: nothing. Errors: none more. Cost: constant. */
int32_t apportion_recording_status(apportion_instance instance,
                                   apportion_recording *status)
    APPORTION_MUST_CHECK;

/* Reads why calls cannot be kept at present: that the disk is full, for example.
 * Empty unless the status has APPORTION_RECORDING_GAP.
 *
 * Threads: serial. Keeps: nothing. Errors: TOO_SMALL. Cost: a copy. */
int32_t apportion_recording_gap(apportion_instance instance, char *text,
                                size_t capacity, size_t *size)
    APPORTION_MUST_CHECK;

#endif /* APPORTION_TYPES_ONLY */

#ifdef __cplusplus
}
#endif

#endif /* APPORTION_H */
