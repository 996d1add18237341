// Package history holds what is said to an allocator, and what it answers, as
// text: the conformance traces, the regressions, the fuzz corpus and the bug
// reports are all histories of the same operations.
//
// An operation is a Go struct, one for each call of Mesos's
// mesos::allocator::Allocator, and it has two written forms. ParseOp and
// MarshalOp read and write the JSON lines of the conformance traces; ParseShort
// and FormatShort read and write a form that a person can type. Both forms say
// the same: any operation can be turned from one into the other and back.
//
// A Driver is an allocator of any kind. Replay gives it the operations of a
// trace one by one and compares its answers with the recorded ones.
//
// # The short form
//
// One operation a line. Empty lines and lines that begin with # say nothing.
// The first word names the operation; positional words, resources, key=value
// words and flags follow. Positional words keep their order, the others may come
// in any.
//
//	initialize NAME interval=S exclude=NAMES gpu-filter=BOOL domain=REGION:ZONE
//	    min=[QUANTITIES,...] recovery-timeout=S recovery-factor=X
//	recovery AGENTS quotas=[ROLE QUANTITIES QUANTITIES; ...]
//	framework F roles=NAMES caps=NAMES suppressed=NAMES inactive
//	    filters={ROLE:[QUANTITIES,...],...} only={ROLE:[[CONDITION,...],...],...}
//	    used=[AGENT ROLE RESOURCE...; ...]
//	update-framework F (as framework, without inactive and used)
//	remove-framework F | activate-framework F | deactivate-framework F
//	agent A RESOURCE... host=NAME caps=NAMES down=S:S domain=REGION:ZONE
//	    attrs={NAME=VALUE,...} used=[FRAMEWORK ROLE RESOURCE...; ...]
//	update-agent A host=NAME caps=NAMES domain=REGION:ZONE attrs={...}
//	    total=[RESOURCE...]
//	remove-agent A | activate-agent A | deactivate-agent A
//	provider A RESOURCE... used=[FRAMEWORK ROLE RESOURCE...; ...]
//	whitelist hosts=NAMES
//	request F
//	convert F A ROLE RESOURCE... conversions=[RESOURCE... -> RESOURCE...; ...]
//	operate A operations=[TYPE RESOURCE...; ...] conversions=[...]
//	unavailability A down=S:S
//	inverse F A status=STATUS refuse=S
//	statuses
//	allocate A ROLE RESOURCE...
//	recover F A ROLE RESOURCE... refuse=S allocated
//	suppress F roles=NAMES | revive F roles=NAMES
//	quota ROLE guarantees=QUANTITIES limits=QUANTITIES
//	weights {ROLE:X,...}
//	pause | resume
//	advance S
//
// S is a number of seconds, X a number, BOOL true or false, down=START:DURATION
// may lack the duration, and NAMES is a list NAME,NAME,... that may be empty. A
// NAME is written as it is when it consists of letters, digits and any of
// _ . / * - %, and in double quotes, with Go's escapes, otherwise.
//
//	QUANTITIES = {NAME:AMOUNT,...}
//	CONDITION  = NAME=VALUE | NAME!=VALUE | NAME | !NAME
//	RESOURCE   = NAME PART... : VALUE        (without the blanks)
//	VALUE      = AMOUNT | [BEGIN-END,...] | {NAME,...}
//	AMOUNT     = a decimal number, counted in thousandths
//	PART       = (RESERVATION;...) | [DISK] | {rev} | <shared> | <provider=NAME>
//	RESERVATION = PRINCIPAL@ROLE dynamic{LABEL,...}
//	LABEL      = NAME=VALUE | NAME
//
// In a RESERVATION, "PRINCIPAL@" and "{LABEL,...}" may be absent, which is not the
// same as being empty, and static may stand for dynamic. The words of a DISK are
// all optional and separated by blanks:
//
//	PATH:ROOT | MOUNT:ROOT | BLOCK | RAW     the source; PATH and MOUNT may lack :ROOT
//	path path=ROOT mount mount=ROOT          messages that the source's type doesn't imply
//	vendor=NAME source=NAME profile=NAME metadata={LABEL,...}
//	id=NAME by=PRINCIPAL                     the persistence
//	at=CONTAINERPATH:MODE:HOSTPATH           the volume; :HOSTPATH may be absent
//
// For example:
//
//	agent a1 cpus:8 mem:1024 cpus{rev}:2 ports:[31000-31009] host=h1 caps=MULTI_ROLE
//	framework f1 roles=web,db caps=MULTI_ROLE
//	recover f1 a1 web cpus:1 disk(ops@web dynamic{k=v})[id=v1 by=ops]<shared>:64 refuse=5
//	advance 1.5
package history
