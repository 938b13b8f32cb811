import { chosenRole, RoleField, roleWords, StaffSessions, StaffStatus } from "./staff-parts.tsx";
import { ActionButton, DialogButton } from "#web/ui/actions/action-button.tsx";
import type { ComponentProps } from "react";
import { proofRules } from "#contract/people/own-account.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { emptyProof, ProofFields } from "#web/people/fields/login-fields.tsx";
import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "./staff-queries.ts";
import type { StaffMember } from "#contract/people/staff.ts";
import styles from "#web/ui/form/form.module.css";
import { call, refusalOf } from "#web/lib/call.ts";
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
  const owner = query.data?.staff.find(({ isSelf }) => isSelf);
  return (
    <Page
      heading={member ? member.name || member.userName : "Staff"}
      back={<BackLink to="/admin/staff">Staff</BackLink>}
    >
      <Fetched query={query} what="the account" skeleton={<Skeleton height="20rem" />}>
        {() =>
          member && owner ? (
            <StaffMemberCards member={member} owner={owner} />
          ) : (
            <EmptyState title="No one on staff has this account." />
          )
        }
      </Fetched>
    </Page>
  );
}

/** `owner` is the caller, who has to enter their password. */
type MemberProps = { member: StaffMember; owner: StaffMember };

function StaffMemberCards({ member, owner }: MemberProps) {
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
            <>
              <DialogButton dialog={(onClose) => <RoleDialog member={member} owner={owner} onClose={onClose} />}>
                Change role
              </DialogButton>
              <DisableButton member={member} owner={owner} />
            </>
          )}
          {member.hasTwoStep && !member.isSelf && <RemoveTwoStep member={member} owner={owner} />}
        </div>
      </Card>
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

function RemoveTwoStep({ member: { userId, userName }, owner }: MemberProps) {
  return (
    <ProofButton
      label="Remove two-step verification"
      title={`Remove two-step verification for ${userName}?`}
      explanation="Use this when a colleague has lost both their phone and their recovery codes. Make sure it’s really them asking: their password alone will open the account. We’ll email them about it."
      send="Remove"
      look="danger"
      owner={owner}
      action={(body) => call("POST Staff/RemoveTwoStep/{userId}", { params: { userId }, body })}
      done="Two-step verification removed."
    />
  );
}

function DisableButton({ member: { userId, userName, isDisabled }, owner }: MemberProps) {
  const params = { userId };
  if (isDisabled)
    return (
      <ProofButton
        label="Enable account"
        title={`Enable ${userName}?`}
        explanation="They can log in again with their password."
        send="Enable"
        look="primary"
        owner={owner}
        action={(body) => call("POST Staff/Enable/{userId}", { params, body })}
        done="Account enabled."
      />
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

type ProofButtonProps = Pick<ComponentProps<typeof FormDialog>, "title" | "send" | "look"> & {
  label: string;
  explanation: string;
  owner: StaffMember;
  action: (proof: typeof emptyProof) => Promise<unknown>;
  done: string;
};

/** Opens a dialog that asks for the caller's password and code before a change to a colleague's account. */
function ProofButton({ label, ...dialog }: ProofButtonProps) {
  return (
    <DialogButton
      look={dialog.look === "danger" ? "risky" : undefined}
      dialog={(onClose) => <ProofDialog {...dialog} onClose={onClose} />}
    >
      {label}
    </DialogButton>
  );
}

type ProofDialogProps = Omit<ProofButtonProps, "label"> & { onClose: () => void };

function ProofDialog({ explanation, owner, action, done, onClose, ...dialog }: ProofDialogProps) {
  const form = useForm({
    stored: { values: emptyProof },
    check: (values) => brokenRules(proofRules, values),
    objection: (error) => refusalOf(error),
    changes: ["staff"],
    save: async (proof) => {
      await action(proof);
      toast(done);
      onClose();
      return {};
    },
  });
  return (
    <FormDialog {...dialog} form={form} onClose={onClose} before={<p>{explanation}</p>}>
      <ProofFields owner={owner} form={form} />
    </FormDialog>
  );
}

function RoleDialog({ member: { userId, userName, role }, owner, onClose }: MemberProps & { onClose: () => void }) {
  const form = useForm({
    stored: { values: { role, ...emptyProof } },
    check: (values) => brokenRules(proofRules, values),
    objection: (error) => refusalOf(error),
    changes: ["staff"],
    save: async (values) => {
      const body = { ...values, role: chosenRole(values.role) };
      await call("POST Staff/ChangeRole/{userId}", { params: { userId }, body });
      toast("Role changed.");
      onClose();
      return {};
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={`Change the role of ${userName}`} send="Save role">
      <p>Changing the role logs them out. They get the new role when they log in again.</p>
      <RoleField {...form.field("role")} />
      <ProofFields owner={owner} form={form} />
    </FormDialog>
  );
}
