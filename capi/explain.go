package main

import "C"

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// explanation is an answer, for people and for programs.
type explanation struct {
	text string
	json []byte
}

//export apportion_explain
func apportion_explain(handle apportion_instance, question *apportion_question) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		q := record(&r, question, APPORTION_QUESTION_MIN_SIZE, "question")
		r.reserved(q.reserved, "question")
		r.flags(q.flags, APPORTION_QUESTION_RESTRICTED, "question")
		hidden := in.hidden(&r, q.flags, q.visible_roles, q.visible_role_count, q.visible_frameworks, q.visible_framework_count)
		if r.err != nil {
			return r.err
		}
		e, err := in.explain(q, hidden)
		if err == nil { // else the answer before stays
			in.explained.Store(e)
		}
		return err
	})
}

// hidden reads what may not be named in an answer.
func (in *instance) hidden(
	r *reader, flags uint32_t, visibleRoles *apportion_role, roleCount size_t, visibleFrameworks *apportion_framework,
	frameworkCount size_t,
) explain.Hidden {
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

// explained is what core says of a subject.
type explained interface {
	fmt.Stringer
	json.Marshaler
	Hide(explain.Hidden)
}

// explain answers a question.
func (in *instance) explain(q *apportion_question, hidden explain.Hidden) (*explanation, error) {
	framework, role := in.framework(q.framework), alloc.RoleID(q.role.number)
	if err := checkSubject(q); err != nil {
		return nil, err
	}
	switch {
	case q.agent.handle != 0:
		x, err := in.core.ExplainAgent(framework, role, in.agent(q.agent))
		return written(x, err, hidden)
	case framework == 0:
		x, err := in.core.ExplainRole(role)
		return written(x, err, hidden)
	case q.role.number == APPORTION_ALL_ROLES:
		return in.explainFramework(framework, hidden)
	}
	x, err := in.core.Explain(framework, role)
	return written(x, err, hidden)
}

// written returns what core says, unless it refused the question.
func written(x explained, err error, hidden explain.Hidden) (*explanation, error) {
	if err != nil {
		return nil, err
	}
	x.Hide(hidden)
	bytes, err := json.Marshal(x)
	return &explanation{x.String(), bytes}, err
}

// checkSubject refuses a question that does not say what it is about.
func checkSubject(q *apportion_question) error {
	switch {
	case q.framework.handle == 0 && q.role.number == APPORTION_ALL_ROLES:
		return fail(alloc.CodeInvalid, "question: is about neither a framework nor a role")
	case q.agent.handle != 0 && q.framework.handle == 0:
		return fail(alloc.CodeInvalid, "question: agent handle %#x, and no framework", uint64(q.agent.handle))
	case q.agent.handle != 0 && q.role.number == APPORTION_ALL_ROLES:
		return fail(alloc.CodeInvalid, "question: agent handle %#x and framework handle %#x, and no role", uint64(q.agent.handle), uint64(q.framework.handle))
	}
	return nil
}

// rolesNotNamed is what is said of a framework's roles that may not be named.
type rolesNotNamed struct {
	Version   int    `json:"version"`
	Framework string `json:"framework"`
	Hidden    int    `json:"hidden"`
}

// explainFramework answers for all roles of a framework.
func (in *instance) explainFramework(id alloc.FrameworkID, hidden explain.Hidden) (*explanation, error) {
	list, err := in.core.ExplainFramework(id)
	if err != nil {
		return nil, err
	}
	name, _ := in.core.FrameworkName(id)
	shown := []any{}
	var pages []string
	if len(list) == 0 {
		pages = append(pages, fmt.Sprintf("Nothing is offered to %s: it is in no role.\n", name))
	}
	notNamed := 0
	for _, x := range list {
		if hidden.Role != nil && hidden.Role(x.Subject.Role) {
			notNamed++
			continue
		}
		x.Hide(hidden)
		shown, pages = append(shown, x), append(pages, x.String())
	}
	if notNamed > 0 {
		shown = append(shown, rolesNotNamed{explain.Version, name, notNamed})
		pages = append(pages, fmt.Sprintf("%s is in %d roles that you may not view.\n", name, notNamed))
	}
	bytes, err := json.Marshal(shown)
	return &explanation{strings.Join(pages, "\n"), bytes}, err
}

//export apportion_explain_standing
func apportion_explain_standing(handle apportion_instance, question *apportion_standing_question) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		q := record(&r, question, APPORTION_STANDING_QUESTION_MIN_SIZE, "question")
		r.reserved(q.reserved, "question")
		const somebodyNew = APPORTION_QUESTION_NEW_ROLE | APPORTION_QUESTION_NEW_FRAMEWORK
		r.flags(q.flags, APPORTION_QUESTION_RESTRICTED|somebodyNew, "question")
		hidden := in.hidden(&r, q.flags, q.visible_roles, q.visible_role_count, q.visible_frameworks, q.visible_framework_count)
		asked := alloc.StandingQuestion{
			Role: alloc.RoleID(q.role.number), Framework: in.framework(q.framework),
			OtherRole: alloc.RoleID(q.other_role.number), OtherFramework: in.framework(q.other_framework),
		}
		minimum, request := r.quantities(q.new_minimum, "new minimum"), r.quantities(q.new_request, "new request")
		switch q.flags & somebodyNew {
		case 0: // apportion.hpp and Python leave a weight of 1 there
			if q.new_in.number != APPORTION_ALL_ROLES || q.new_weight != 0 && q.new_weight != 1 || q.new_minimum.count+q.new_request.count > 0 {
				r.fail(alloc.CodeInvalid, "question: new_in, new_weight, new_minimum and new_request are of a new role or framework, and neither is asked about")
			}
		case somebodyNew:
			r.fail(alloc.CodeInvalid, "question: somebody new is both a role and a framework")
		default:
			asked.Newcomer = &alloc.Newcomer{
				In: alloc.RoleID(q.new_in.number), IsFramework: q.flags&APPORTION_QUESTION_NEW_FRAMEWORK != 0,
				Weight: float64(q.new_weight), Minimum: minimum, Request: request,
			}
		}
		if r.err != nil {
			return r.err
		}
		x, err := in.core.ExplainStanding(asked)
		e, err := written(x, err, hidden)
		if err == nil {
			in.explained.Store(e)
		}
		return err
	})
}

// Readers may come while another question is asked: an answer is never changed once it is there, and the next one, or the
// end of the instance, takes its place.
//
//export apportion_explained_text
func apportion_explained_text(handle apportion_instance, text *char, capacity size_t, size *size_t) int32_t {
	return enterReader(handle, func(in *instance) error { return writeText(text, capacity, size, latest(&in.explained).text) })
}

//export apportion_explained_json
func apportion_explained_json(handle apportion_instance, json *char, capacity size_t, size *size_t) int32_t {
	return enterReader(handle, func(in *instance) error { return writeText(json, capacity, size, latest(&in.explained).json) })
}
