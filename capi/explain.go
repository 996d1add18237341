package main

import "C"

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// explanation is an answer as the rows and texts that callers read.
type explanation struct {
	roles   []apportion_explained_role
	reasons []apportion_explained_reason
	amounts []apportion_explained_amount
	changes []apportion_explained_change
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
func apportion_explain(handle apportion_instance, question *apportion_question, out *apportion_explanation) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		q := record(&r, question, APPORTION_QUESTION_MIN_SIZE, "question")
		answer := answered(&r, out, APPORTION_EXPLANATION_MIN_SIZE, "explanation")
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
		answer.write(&apportion_explanation{
			roles:        size_t(len(e.roles)),
			reasons:      size_t(len(e.reasons)),
			amounts:      size_t(len(e.amounts)),
			changes:      size_t(len(e.changes)),
			text:         size_t(len(e.text)),
			json:         size_t(len(e.json)),
			now_nanos:    int64_t(in.core.Now()),
			hidden_roles: size_t(e.hidden),
		})
		return nil
	})
}

// hidden reads what may not be named in an answer.
func (in *instance) hidden(
	r *reader, flags uint32_t, visibleRoles *apportion_role, roleCount size_t, visibleFrameworks *apportion_framework,
	frameworkCount size_t,
) explain.Hidden {
	r.flags(flags, APPORTION_QUESTION_RESTRICTED, "question")
	roles := array[alloc.RoleID](r, visibleRoles, roleCount, APPORTION_MAX_COUNT, "visible roles")
	frameworks := array[apportion_framework](r, visibleFrameworks, frameworkCount, APPORTION_MAX_COUNT, "visible frameworks")
	if flags&APPORTION_QUESTION_RESTRICTED == 0 {
		return explain.Hidden{}
	}
	seenRoles, seenFrameworks := map[alloc.RoleID]bool{}, map[alloc.FrameworkID]bool{}
	for _, id := range roles {
		seenRoles[id] = true
	}
	for _, h := range frameworks {
		seenFrameworks[in.framework(h)] = true
	}
	return explain.Hidden{
		Role:      func(id alloc.RoleID) bool { return !seenRoles[id] },
		Framework: func(id alloc.FrameworkID) bool { return !seenFrameworks[id] },
	}
}

// explain answers a question.
func (in *instance) explain(q *apportion_question, hidden explain.Hidden) (*explanation, error) {
	e := explaining{&explanation{}, in}
	framework, role := in.framework(q.framework), alloc.RoleID(q.role)
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
	case q.role == APPORTION_ALL_ROLES:
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
func checkSubject(q *apportion_question) error {
	switch {
	case q.framework == 0 && q.role == APPORTION_ALL_ROLES:
		return fail(alloc.CodeInvalid, "question: is about neither a framework nor a role")
	case q.agent != 0 && q.framework == 0:
		return fail(alloc.CodeInvalid, "question: agent handle %#x, and no framework", uint64(q.agent))
	case q.agent != 0 && q.role == APPORTION_ALL_ROLES:
		return fail(alloc.CodeInvalid, "question: agent handle %#x and framework handle %#x, and no role", uint64(q.agent), uint64(q.framework))
	}
	return nil
}

// rolesNotNamed is what is said of a framework's roles that may not be named.
type rolesNotNamed struct {
	Framework string `json:"framework"`
	Hidden    int    `json:"hidden"`
}

// addFramework adds all roles of a framework.
func (e explaining) addFramework(id alloc.FrameworkID, hidden explain.Hidden) error {
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
func apportion_explained_roles(handle apportion_instance, roles *apportion_explained_role, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(roles, capacity, count, in.lastExplained().roles)
	})
}

//export apportion_explained_reasons
func apportion_explained_reasons(handle apportion_instance, reasons *apportion_explained_reason, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(reasons, capacity, count, in.lastExplained().reasons)
	})
}

//export apportion_explained_amounts
func apportion_explained_amounts(handle apportion_instance, amounts *apportion_explained_amount, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(amounts, capacity, count, in.lastExplained().amounts)
	})
}

//export apportion_explained_changes
func apportion_explained_changes(handle apportion_instance, changes *apportion_explained_change, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(changes, capacity, count, in.lastExplained().changes)
	})
}

//export apportion_explained_text
func apportion_explained_text(handle apportion_instance, text *char, capacity size_t, size *size_t) int32_t {
	return enterReader(handle, func(in *instance) error { return writeText(text, capacity, size, in.lastExplained().text) })
}

//export apportion_explained_json
func apportion_explained_json(handle apportion_instance, json *char, capacity size_t, size *size_t) int32_t {
	return enterReader(handle, func(in *instance) error { return writeText(json, capacity, size, in.lastExplained().json) })
}
