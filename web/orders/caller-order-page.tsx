import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Caller } from "#contract/orders/callers.ts";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { emptyPerson, PersonalFields, personBody, personProblems } from "#web/people/fields/personal-fields.tsx";
import { OpenClaimsNote } from "#web/desk/claims/claim-parts.tsx";
import {
  FindTitles,
  Found,
  FoundRow,
  FoundWords,
  linesOf,
  type RequestedTitle,
  RequestedTitles,
  useRequestsOn,
} from "./requested-titles.tsx";
import type { Choice } from "./dates/calendar-days.ts";
import { DatePicker } from "./dates/date-picker.tsx";
import { daysInWords } from "./dates/resulting-dates.tsx";
import { call, CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { addressFilters, textField } from "#web/lib/filters/address-filters.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { SearchForm } from "#web/ui/forms/search-form.tsx";
import { ShoppingCart } from "#web/ui/icons.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { useRefresh } from "#web/ui/actions/action-button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { BackLink, useFilters } from "#web/ui/navigation/links.tsx";
import { useNavigate } from "#web/ui/router.tsx";

function RegisterCaller({ onRegistered, onClose }: { onRegistered: (caller: Caller) => void; onClose: () => void }) {
  const form = useForm({
    stored: { values: emptyPerson },
    check: async (values) => personProblems(personBody(values)),
    save: async (values) => {
      const { data } = await call("POST Account/RegisterCaller", { body: personBody(values) });
      toast(`${data.borrowerName} is registered.`);
      onRegistered(data);
      return {};
    },
  });
  return (
    <Form
      form={form}
      label="Register a borrower"
      send="Register"
      also={<Button onClick={onClose}>Back to the search</Button>}
    >
      <PersonalFields fill={form.change} field={(name) => ({ ...form.field(name), autoComplete: "off" })} />
    </Form>
  );
}

export function CallerOrderPage() {
  const [caller, setCaller] = useState<Caller>();
  const [chosen, setRequests] = useState<readonly RequestedTitle[]>([]);
  const [dates, setDates] = useState<Teaching>();
  const requests = useRequestsOn(chosen, dates);
  const { place, isPending } = usePlace();
  const titles = useRef<HTMLInputElement>(null);
  const choose = (newCaller: Caller) => {
    setCaller(newCaller);
    titles.current?.focus(); // the next step
  };
  return (
    <Page
      heading="Order for a caller"
      lead="Choose the borrower and the titles. We’ll place the order in the borrower’s name and email them."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <Card heading="Borrower">
        {caller ? (
          <Row apart>
            <CallerWords caller={caller} />
            <Button size="small" onClick={() => setCaller(undefined)}>
              Choose someone else
            </Button>
          </Row>
        ) : (
          <ChooseCaller onChoose={choose} />
        )}
      </Card>
      <Card heading="Titles">
        <Stack>
          <FindTitles field={titles} requests={requests} dates={dates} onChange={setRequests} />
          <RequestedTitles requests={requests} dates={dates} onChange={setRequests} />
          <CallerDates dates={dates} requests={requests} onChange={setDates} />
        </Stack>
      </Card>
      <Card heading="Terms and Responsibilities">
        <Stack gap="tight">
          <p>
            Go over the Terms and Responsibilities with the caller: return everything by the due date, insured and with
            tracking, and pay for anything lost or damaged. The order records that you explained them by phone.
          </p>
          <Row>
            <Button
              look="primary"
              icon={<ShoppingCart size={18} />}
              busy={isPending}
              disabled={!caller || requests.length === 0}
              onClick={() => caller && void place(caller, requests, dates)}
            >
              Place order
            </Button>
          </Row>
        </Stack>
      </Card>
    </Page>
  );
}

type CallerDatesProps = {
  dates: Teaching | undefined;
  requests: readonly RequestedTitle[];
  onChange: (dates: Teaching | undefined) => void;
};

/** Lets staff set the dates when the caller will use the titles in class. */
function CallerDates({ dates, requests, onChange }: CallerDatesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Row>
      <p>{dates ? <strong>For use in class {daysInWords(dates, "en")}</strong> : "Ships right away."}</p>
      {/* has to stay the same button, because the focus returns to it */}
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {dates ? "Change dates" : "Set dates"}
      </Button>
      {dates && (
        <Button size="small" onClick={() => onChange(undefined)}>
          Ship right away
        </Button>
      )}
      {isOpen && <ChooseDates dates={dates} requests={requests} onChoose={onChange} onClose={() => setOpen(false)} />}
    </Row>
  );
}

type ChooseDatesProps = Omit<CallerDatesProps, "onChange"> & {
  onChoose: (dates: Teaching) => void;
  onClose: () => void;
};

function ChooseDates({ dates, requests, onChoose, onClose }: ChooseDatesProps) {
  const [choice, setChoice] = useState<Choice | undefined>(dates);
  const finish = () => {
    if (choice) onChoose({ from: choice.from, to: choice.to ?? choice.from });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="When will they use it in class?"
      width="wide"
      initialFocus="title"
      actions={
        <Button look="primary" onClick={finish}>
          Done
        </Button>
      }
    >
      <DatePicker
        titles={requests.map(({ item, quantity }) => ({ inventoryId: item.inventoryId, quantity }))}
        choice={choice}
        onChoose={setChoice}
      />
    </Dialog>
  );
}

type CallerOrder = {
  borrowerId: number;
  lines: ReturnType<typeof linesOf>;
  teachFrom?: string;
  teachTo?: string;
  beyondLimits: boolean;
};

/** Places the order once, even if it's sent again. Asks before exceeding the lending limits. */
function usePlace() {
  const [key] = useState(() => crypto.randomUUID());
  const refresh = useRefresh();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: CallerOrder) => call("POST Order/PlaceForCaller", { body: { ...body, key } }),
    meta: { ownFaults: (error) => isRefusedFor(error, "lending-limit") },
  });
  const send = async (
    caller: Caller,
    requests: readonly RequestedTitle[],
    dates: Teaching | undefined,
    beyondLimits = false,
  ): Promise<number | undefined> => {
    try {
      const teaching = dates && { teachFrom: dates.from, teachTo: dates.to };
      const body = { borrowerId: caller.borrowerId, lines: linesOf(requests), ...teaching, beyondLimits };
      return (await mutateAsync(body)).id;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.reason?.kind !== "lending-limit") return undefined; // a toast has shown it
      const { max, now, title } = ownMessages.lendingLimitInWords(error.reason);
      const unit = error.reason.of === "title" ? `days of “${title}”` : "copy-days (copies times days)";
      const isConfirmed = await confirm({
        question: "Exceed the lending limits?",
        explanation: `The limit is ${max} ${unit}. With this order, ${caller.borrowerName} would have ${now}.`,
        confirmLabel: "Place order anyway",
        cancelLabel: "Go back",
      });
      return isConfirmed ? send(caller, requests, dates, true) : undefined;
    }
  };
  const place = async (...order: [Caller, readonly RequestedTitle[], Teaching | undefined]) => {
    const orderId = await send(...order);
    if (orderId === undefined) return;
    await refresh();
    toast(messages.done.orderSubmitted);
    await navigate(`/admin/orderdetails/${orderId}`);
  };
  return { place, isPending };
}

const callerFilters = addressFilters<{ text: string }>("/admin/callerorder", { text: textField("caller") });

const callersQuery = (searchString: string) =>
  dataQuery(
    ["borrowers", "callers", searchString],
    (context) => call("GET Account/FindBorrowers", { query: { searchString } }, context),
    { enabled: searchString !== "", staleTime: 0, keepPrevious: true },
  );

function ChooseCaller({ onChoose }: { onChoose: (caller: Caller) => void }) {
  const { filters, show } = useFilters(callerFilters);
  const { text } = filters;
  const [registering, setRegistering] = useState(false);
  const callers = useQuery(callersQuery(text));
  if (registering) return <RegisterCaller onRegistered={onChoose} onClose={() => setRegistering(false)} />;
  return (
    <Stack gap="tight">
      <SearchForm
        of="Borrowers"
        label="Who is calling?"
        hint="Search by part of the name, school, district, email address, or phone number."
        name="callerText"
        defaultValue={text}
        onFind={(input) => show({ text: input })}
      >
        <Button onClick={() => setRegistering(true)}>Register a new borrower</Button>
      </SearchForm>
      {text !== "" && (
        <Found query={callers} what="borrowers" label="Borrowers found" none={`No borrower matches “${text}”.`}>
          {(caller) => (
            <FoundRow key={caller.borrowerId} words={<CallerWords caller={caller} />}>
              <Button size="small" onClick={() => onChoose(caller)}>
                Choose<VisuallyHidden> {caller.borrowerName}</VisuallyHidden>
              </Button>
            </FoundRow>
          )}
        </Found>
      )}
    </Stack>
  );
}

function CallerWords({ caller }: { caller: Caller }) {
  return (
    <FoundWords
      name={caller.borrowerName}
      side={`${caller.schoolName}, ${caller.city} · ${caller.emailAddress} · ${caller.phoneNumber}`}
    >
      <OpenClaimsNote of={caller} />
    </FoundWords>
  );
}
