import { chosenRole, RoleField, roleWords, StaffSessions, StaffStatus } from "./staff-parts.tsx";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "./staff-queries.ts";
import type { StaffMember } from "#contract/people/staff.ts";
import styles from "#web/ui/form/form.module.css";
import { call } from "#web/lib/call.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/layout.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { useParams } from "#web/ui/router.tsx";

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
        {() =>
          member ? <StaffMemberCards member={member} /> : <EmptyState title="No one on staff has this account." />
        }
      </Fetched>
    </Page>
  );
}

function StaffMemberCards({ member }: { member: StaffMember }) {
  const facts = [
    { term: "Username", value: member.userName },
    { term: "Full name", value: member.name || "None yet" },
    { term: "Email address", value: member.emailAddress || "None yet" },
    { term: "Role", value: roleWords[member.role] },
    { term: "Status", value: <StaffStatus member={member} /> },
    { term: "Two-step verification", value: member.hasTwoStep ? "On" : "Off" },
  ];
  return (
    <>
      <Card heading="Account">
        <DescriptionList items={facts} />
        <div className={styles.actions}>
          {member.isSelf ? (
            <ButtonLink to="/admin/account">Your account</ButtonLink>
          ) : (
            <DisableButton member={member} />
          )}
          {member.hasTwoStep && !member.isSelf && <RemoveTwoStep member={member} />}
        </div>
      </Card>
      {!member.isSelf && <ChangeRole member={member} />}
      <Card heading="Sessions">
        {member.sessions.length > 0 ? (
          <StaffSessions userId={member.userId} sessions={member.sessions} />
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
      done="Two-step verification removed."
      ask={{
        question: `Remove two-step verification for ${userName}?`,
        explanation:
          "Use this when a colleague has lost both their phone and their recovery codes. Make sure it’s really them asking: their password alone will open the account. We’ll email them about it.",
        confirmLabel: "Remove",
        danger: true,
      }}
    >
      Remove two-step verification
    </ActionButton>
  );
}

function DisableButton({ member: { userId, userName, isDisabled } }: { member: StaffMember }) {
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
        explanation: "They’re logged out right away and can’t log in until you enable the account again.",
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
      <p>Changing the role logs them out. They get the new role when they log in again.</p>
      <Form form={form} send="Save role">
        <RoleField {...form.field("role")} />
      </Form>
    </Card>
  );
}
