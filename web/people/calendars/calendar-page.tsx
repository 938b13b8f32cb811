import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Calendar, calendarLimits } from "#contract/people/calendars.ts";
import {
  baseOf,
  type CalendarFormValues,
  calendarLabels,
  calendarProblems,
  withDays,
  withNextYear,
} from "./calendar-form-values.ts";
import { calendarIdOf, calendarQuery, calendars, districtInWords } from "./calendar-queries.ts";
import { DaysOfFile } from "./days-of-file.tsx";
import styles from "./edit-calendar.module.css";
import { call } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Kept } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { type FormHandle, useForm } from "#web/ui/form/use-form.ts";
import { History, Save, Trash } from "#web/ui/icons.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { announce } from "#web/ui/accessibility.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { BackToList } from "#web/ui/navigation/links.tsx";
import { DateField, TextField } from "#web/ui/forms/text-fields.tsx";
import { EntriesField } from "#web/ui/forms/entries-field.tsx";
import { Navigate, useNavigate, useParams } from "#web/ui/router.tsx";
import { HistoryLink } from "#web/admin/activity-log.tsx";

const back = <BackToList path={calendars.path}>Back to Calendars</BackToList>;

export function CalendarPage() {
  const id = calendarIdOf(useParams()["calendarId"]);
  if (id === undefined) return <Navigate to="/notfound" replace />;
  if (id > 0) return <Edit key={id} id={id} />;
  return (
    <Page heading="Add a calendar" back={back}>
      <EditCalendar />
    </Page>
  );
}

function Edit({ id }: { id: number }) {
  const query = useQuery(calendarQuery(id));
  const { data } = query;
  return (
    <Page
      heading={data ? `Calendar: ${districtInWords(data.district)}` : "Calendar"}
      lead={data && `Applies to ${data.borrowers === 1 ? "1 borrower" : `${data.borrowers} borrowers`}.`}
      back={back}
      actions={
        data && (
          <>
            <HistoryLink kind="calendar" subjectId={id} />
            <RemoveCalendar calendar={data} />
          </>
        )
      }
    >
      <Fetched query={query} what="calendar" skeleton={<Skeleton height="32rem" />}>
        {(calendar) => <EditCalendar calendar={calendar} />}
      </Fetched>
    </Page>
  );
}

const work = keptWork<Kept<CalendarFormValues>>();

/** Edits a district's calendar. Use the calendar's id as its key. */
function EditCalendar({ calendar }: { calendar?: Calendar }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    stored: baseOf(calendar),
    check: calendarProblems,
    save: async (values, version) => {
      const body = { calendarId: calendar?.calendarId ?? 0, version, ...values }; // 0 adds
      const { data } = await call("POST Calendars/SaveCalendar", { body });
      const { queryKey } = calendarQuery(data.calendarId);
      client.setQueryData(queryKey, data);
      void client.invalidateQueries({
        predicate: ({ queryKey: key }) => key[0] === "calendars" && key.join() !== queryKey.join(),
      });
      toast("Calendar saved. New due dates will follow it.");
      return calendar
        ? { stored: baseOf(data) }
        : { next: () => navigate(`/admin/schools/calendars/${data.calendarId}`, { replace: true }) };
    },
  });
  return (
    <Stack>
      <FormNotices
        form={form}
        stored={baseOf(calendar)}
        kept={{ in: work, name: String(calendar?.calendarId ?? "new") }}
        labels={calendarLabels}
        unsaved="Your changes to this calendar aren’t saved yet."
        reload={async () =>
          calendar && baseOf(await client.query({ ...calendarQuery(calendar.calendarId), staleTime: 0 }))
        }
        inWords={(_, value) => (Array.isArray(value) ? value.map(inWords).join("; ") : undefined)}
      />
      <Form form={form} label="Calendar">
        <Stack>
          <TextField
            label={calendarLabels.district}
            optional
            width="full"
            autoComplete="off"
            hint="Use the name its schools use, such as “Valley Unified”. Leave blank for all districts without a calendar."
            {...form.field("district")}
          />
          <Years form={form} />
          <Breaks form={form} />
          <DaysOfFile
            onDays={(days) => {
              form.change((now) => withDays(now, days));
              announce(`${days.length} ${days.length === 1 ? "entry" : "entries"} added. Save to keep them.`);
            }}
          />
          <Row>
            <Button {...form.button} look="primary" icon={<Save size={18} />}>
              Save
            </Button>
            <Button
              icon={<History size={18} />}
              disabled={!withNextYear(form.values)}
              onClick={() => {
                form.change((now) => withNextYear(now) ?? now);
                announce("Next school year added, with the dates of the last one. Correct the dates, then save.");
              }}
            >
              Copy last year to next year
            </Button>
          </Row>
        </Stack>
      </Form>
    </Stack>
  );
}

function inWords(days: unknown): string {
  const { from, to, about } = { from: "", to: "", about: "", ...(typeof days === "object" ? days : {}) };
  return [to ? `${from} to ${to}` : from, about].filter(Boolean).join(", ");
}

type FieldsProps = { form: FormHandle<CalendarFormValues> };

function Years({ form }: FieldsProps) {
  return (
    <EntriesField
      id="years"
      label={calendarLabels.years}
      hint="The time between school years is summer, when nothing is due and nothing ships."
      error={form.errorOf("years")}
      entry="School year"
      entries={form.values.years}
      max={calendarLimits.years}
      canMove={false}
      newEntry={{ from: "", to: "" }}
      firstControl="from"
      onChange={(update) => form.change(({ years }) => ({ years: update(years) }))}
    >
      {(year, path, change) => (
        <div className={styles.days}>
          <Day path={path} name="from" label="First day of school" form={form} days={year} change={change} />
          <Day path={path} name="to" label="Last day of school" form={form} days={year} change={change} />
        </div>
      )}
    </EntriesField>
  );
}

function Breaks({ form }: FieldsProps) {
  return (
    <EntriesField
      id="breaks"
      label={calendarLabels.breaks}
      hint="Enter the dates when no one is at school to receive or mail a package."
      error={form.errorOf("breaks")}
      entry="Break"
      entries={form.values.breaks}
      max={calendarLimits.breaks}
      nameOf={({ about }) => about}
      canMove={false}
      newEntry={{ from: "", to: "", about: "" }}
      firstControl="from"
      onChange={(update) => form.change(({ breaks }) => ({ breaks: update(breaks) }))}
    >
      {(days, path, change) => (
        <div className={styles.days}>
          <Day path={path} name="from" label="First day" form={form} days={days} change={change} />
          <Day path={path} name="to" label="Last day" optional form={form} days={days} change={change} />
          <TextField
            id={`${path}about`}
            name={`${path}about`}
            label="About"
            optional
            autoComplete="off"
            error={form.errorOf(`${path}about`)}
            value={days.about}
            onChange={({ target }) => change((now) => ({ ...now, about: target.value }))}
          />
        </div>
      )}
    </EntriesField>
  );
}

type DayProps<Days> = FieldsProps & {
  path: string;
  name: "from" | "to";
  label: string;
  optional?: boolean;
  days: Days;
  change: (update: (now: Days) => Days) => void;
};

function Day<Days extends { from: string; to: string }>(props: DayProps<Days>) {
  const { path, name, form, days, change, ...texts } = props;
  return (
    <DateField
      id={path + name}
      name={path + name}
      {...texts}
      error={form.errorOf(path + name)}
      value={days[name]}
      onChange={({ target }) => change((now) => ({ ...now, [name]: target.value }))}
    />
  );
}

function RemoveCalendar({ calendar: { calendarId, version, district } }: { calendar: Calendar }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ActionButton
      icon={<Trash size={18} />}
      ask={{
        question: `Remove the calendar for ${district || "all other districts"}?`,
        explanation: <p>New due dates won’t follow it anymore. Dates already emailed stay the same.</p>,
        confirmLabel: "Remove",
        danger: true,
      }}
      action={() => call("POST Calendars/RemoveCalendar/{id}", { params: { id: calendarId }, body: { version } })}
      onDone={() => {
        void navigate(calendars.path, { replace: true });
        client.removeQueries({ queryKey: calendarQuery(calendarId).queryKey });
      }}
      done="Calendar removed. The activity log keeps its dates."
      after={() => client.invalidateQueries({ queryKey: ["calendars"] })}
    >
      Remove
    </ActionButton>
  );
}
