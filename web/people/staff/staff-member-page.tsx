import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "./staff-queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import type { StaffMember } from "#contract/people/staff.ts";
import styles from "#web/ui/form/form.module.css";
import { call } from "#web/lib/call.ts";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { chosenRole, RoleField, roleWords } from "./role-field.tsx";
import { SessionList } from "./session-list.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { StaffStatus } from "./role-field.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";

export function StaffMemberPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(staffQuery);
  const member = query.data?.staff.find(({ userId }) => userId === id);
  return (
    <Page
      heading={member ? member.name || member.userName : "Staff"}
      back={<BackLink to="/admin/staff">Staff</BackLink>}
    >
      <Fetched query={query} what="the account" skeleton={<Skeleton height="20rem" />}>
        {() => (member ? <StaffMemberCards member={member} /> : <EmptyState title="There is nobody here." />)}
      </Fetched>
    </Page>
  );
}

function StaffMemberCards({ member }: { member: StaffMember }) {
  const facts = [
    { term: "Username", value: member.userName },
    { term: "Full name", value: member.name || "Not given" },
    { term: "Email address", value: member.emailAddress || "Not given" },
    { term: "Role", value: roleWords[member.role] },
    { term: "Status", value: <StaffStatus member={member} /> },
    { term: "Second step at login", value: member.hasTwoStep ? "On" : "Off" },
  ];
  return (
    <>
      <Card heading="Account">
        <DescriptionList items={facts} />
        <div className={styles.actions}>
          {member.isSelf ? <ButtonLink to="/admin/account">Your account</ButtonLink> : <Switch member={member} />}
          {member.hasTwoStep && !member.isSelf && <RemoveTwoStep member={member} />}
        </div>
      </Card>
      {!member.isSelf && <ChangeRole member={member} />}
      <Card heading="Sessions">
        {member.sessions.length > 0 ? (
          <SessionList userId={member.userId} sessions={member.sessions} />
        ) : (
          <p>Not logged in anywhere.</p>
        )}
      </Card>
    </>
  );
}

function RemoveTwoStep({ member: { userId, userName } }: { member: StaffMember }) {
  return (
    <ActionButton
      action={() => call("POST Staff/RemoveTwoStep/{userId}", { params: { userId } })}
      changes={["staff"]}
      done="Second step removed."
      ask={{
        question: `Remove the second step of ${userName}?`,
        explanation:
          "For a colleague without phone and recovery codes. Make sure that it is they who ask you. Their password alone opens the account then; we’ll tell their mailbox.",
        confirmLabel: "Remove",
        danger: true,
      }}
    >
      Remove second step
    </ActionButton>
  );
}

function Switch({ member: { userId, userName, isDisabled } }: { member: StaffMember }) {
  const params = { userId };
  if (isDisabled)
    return (
      <ActionButton
        action={() => call("POST Staff/Enable/{userId}", { params })}
        changes={["staff"]}
        done="Account enabled."
      >
        Enable account
      </ActionButton>
    );
  return (
    <ActionButton
      action={() => call("POST Staff/Disable/{userId}", { params })}
      changes={["staff"]}
      done="Account disabled."
      ask={{
        question: `Disable ${userName}?`,
        explanation: "Their sessions end at once, and they can’t log in until you enable the account.",
        confirmLabel: "Disable",
        danger: true,
      }}
    >
      Disable account
    </ActionButton>
  );
}

function ChangeRole({ member: { userId, role } }: { member: StaffMember }) {
  const form = useForm({
    stored: { values: { role } },
    check: () => [],
    changes: ["staff"],
    save: async (values) => {
      await call("POST Staff/ChangeRole/{userId}", { params: { userId }, body: { role: chosenRole(values.role) } });
      toast("Role changed.");
      return {};
    },
  });
  return (
    <Card heading="Role">
      <p>A new role ends their sessions: they log in again with it.</p>
      <Form form={form} send="Save role">
        <RoleField {...form.field("role")} />
      </Form>
    </Card>
  );
}
