package main

// #include "apportion.h"
import "C"

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/apportion/apportion/core"
)

// explanation is an answer as the rows and texts that callers read.
type explanation struct {
	roles   []C.apportion_explained_role
	reasons []C.apportion_explained_reason
	amounts []C.apportion_explained_amount
	changes []C.apportion_explained_change
	text    string
	json    []byte
	hidden  int // roles of the framework that may not be named
}

// explaining is an explanation that is being made, from what core says.
type explaining struct {
	*explanation
	in *instance
}

// noExplanation is what has been asked before anything was.
var noExplanation explanation

// lastExplained returns what readers see.
func (in *instance) lastExplained() *explanation {
	if e := in.explained.Load(); e != nil {
		return e
	}
	return &noExplanation
}

//export apportion_explain
func apportion_explain(handle C.apportion_instance, question *C.apportion_question, out *C.apportion_explanation) C.int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		q := record(&r, question, C.APPORTION_QUESTION_MIN_SIZE, "question")
		answer := answered(&r, out, C.APPORTION_EXPLANATION_MIN_SIZE, "explanation")
		if r.err != nil {
			return r.err
		}
		r.reserved(q.reserved, "question")
		r.reserved(out.reserved, "explanation")
		hidden := in.hidden(&r, q.flags, q.visible_roles, q.visible_role_count, q.visible_frameworks, q.visible_framework_count)
		if r.err != nil {
			return r.err
		}
		e, err := in.explain(q, hidden)
		if err != nil {
			return err
		}
		in.explained.Store(e)
		answer.write(&C.apportion_explanation{
			roles:        C.size_t(len(e.roles)),
			reasons:      C.size_t(len(e.reasons)),
			amounts:      C.size_t(len(e.amounts)),
			changes:      C.size_t(len(e.changes)),
			text:         C.size_t(len(e.text)),
			json:         C.size_t(len(e.json)),
			now_nanos:    C.int64_t(in.core.Now()),
			hidden_roles: C.size_t(e.hidden),
		})
		return nil
	})
}

// hidden reads what may not be named in an answer.
func (in *instance) hidden(
	r *reader, flags C.uint32_t, visibleRoles *C.apportion_role, roleCount C.size_t, visibleFrameworks *C.apportion_framework,
	frameworkCount C.size_t,
) core.Hidden {
	r.flags(flags, C.APPORTION_QUESTION_RESTRICTED, "question")
	roles := array[core.RoleID](r, visibleRoles, roleCount, C.APPORTION_MAX_COUNT, "visible roles")
	frameworks := array[C.apportion_framework](r, visibleFrameworks, frameworkCount, C.APPORTION_MAX_COUNT, "visible frameworks")
	if flags&C.APPORTION_QUESTION_RESTRICTED == 0 {
		return core.Hidden{}
	}
	seenRoles, seenFrameworks := map[core.RoleID]bool{}, map[core.FrameworkID]bool{}
	for _, id := range roles {
		seenRoles[id] = true
	}
	for _, h := range frameworks {
		seenFrameworks[in.framework(h)] = true
	}
	return core.Hidden{
		Role:      func(id core.RoleID) bool { return !seenRoles[id] },
		Framework: func(id core.FrameworkID) bool { return !seenFrameworks[id] },
	}
}

// explain answers a question.
func (in *instance) explain(q *C.apportion_question, hidden core.Hidden) (*explanation, error) {
	e := explaining{&explanation{}, in}
	framework, role := in.framework(q.framework), core.RoleID(q.role)
	if err := checkSubject(q); err != nil {
		return nil, err
	}
	switch {
	case q.agent != 0:
		x, err := in.core.ExplainAgent(framework, role, in.agent(q.agent))
		if err != nil {
			return nil, err
		}
		x.Hide(hidden)
		return e.explanation, e.addAgent(x)
	case framework == 0:
		x, err := in.core.ExplainRole(role)
		if err != nil {
			return nil, err
		}
		x.Hide(hidden)
		return e.explanation, e.addRole(x)
	case q.role == C.APPORTION_ALL_ROLES:
		return e.explanation, e.addFramework(framework, hidden)
	}
	x, err := in.core.Explain(framework, role)
	if err != nil {
		return nil, err
	}
	x.Hide(hidden)
	e.add(x)
	e.text = x.String()
	e.json, err = json.Marshal(x)
	return e.explanation, err
}

// checkSubject refuses a question that does not say what it is about.
func checkSubject(q *C.apportion_question) error {
	switch {
	case q.framework == 0 && q.role == C.APPORTION_ALL_ROLES:
		return fail(core.CodeInvalid, "question: is about neither a framework nor a role")
	case q.agent != 0 && q.framework == 0:
		return fail(core.CodeInvalid, "question: agent handle %#x, and no framework", uint64(q.agent))
	case q.agent != 0 && q.role == C.APPORTION_ALL_ROLES:
		return fail(core.CodeInvalid, "question: agent handle %#x and framework handle %#x, and no role", uint64(q.agent), uint64(q.framework))
	}
	return nil
}

// rolesNotNamed is what is said of a framework's roles that may not be named.
type rolesNotNamed struct {
	Framework string `json:"framework"`
	Hidden    int    `json:"hidden"`
}

// addFramework adds all roles of a framework.
func (e explaining) addFramework(id core.FrameworkID, hidden core.Hidden) error {
	list, err := e.in.core.ExplainFramework(id)
	if err != nil {
		return err
	}
	shown := []any{}
	var pages []string
	if len(list) == 0 {
		name, _ := e.in.core.FrameworkName(id)
		pages = append(pages, fmt.Sprintf("Nothing is offered to %s: it is in no role.\n", name))
	}
	for _, x := range list {
		if hidden.Role != nil && hidden.Role(x.Subject.Role) {
			e.hidden++
			continue
		}
		x.Hide(hidden)
		e.add(x)
		shown, pages = append(shown, x), append(pages, x.String())
	}
	if e.hidden > 0 {
		name := list[0].Subject.FrameworkName
		shown = append(shown, rolesNotNamed{name, e.hidden})
		pages = append(pages, fmt.Sprintf("%s is in %d roles that you may not view.\n", name, e.hidden))
	}
	e.text = strings.Join(pages, "\n")
	e.json, err = json.Marshal(shown)
	return err
}

//export apportion_explained_roles
func apportion_explained_roles(handle C.apportion_instance, roles *C.apportion_explained_role, capacity C.size_t, count *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(roles, capacity, count, in.lastExplained().roles)
	})
}

//export apportion_explained_reasons
func apportion_explained_reasons(handle C.apportion_instance, reasons *C.apportion_explained_reason, capacity C.size_t, count *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(reasons, capacity, count, in.lastExplained().reasons)
	})
}

//export apportion_explained_amounts
func apportion_explained_amounts(handle C.apportion_instance, amounts *C.apportion_explained_amount, capacity C.size_t, count *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(amounts, capacity, count, in.lastExplained().amounts)
	})
}

//export apportion_explained_changes
func apportion_explained_changes(handle C.apportion_instance, changes *C.apportion_explained_change, capacity C.size_t, count *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(changes, capacity, count, in.lastExplained().changes)
	})
}

//export apportion_explained_text
func apportion_explained_text(handle C.apportion_instance, text *C.char, capacity C.size_t, size *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error { return writeText(text, capacity, size, in.lastExplained().text) })
}

//export apportion_explained_json
func apportion_explained_json(handle C.apportion_instance, json *C.char, capacity C.size_t, size *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error { return writeText(json, capacity, size, in.lastExplained().json) })
}
