import type { ReadDays } from "#contract/people/calendars.ts";

/** Matches whole words, ignoring accents and apostrophes; `'s` and hyphens are optional where spellings vary. */
const words = (...alternatives: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${alternatives.join("|")})(?!-?[\\p{L}\\d])`, "u");

const first = words(
  "(?:first|1st) (?:student )?day (?:of|for) (?:the )?(?:school|instruction|class(?:es)?|students)(?: year)?",
  "school (?:year )?(?:begins|starts)(?! (?:after|at|late)\\b)",
  "primer dia de (?:clases|escuela)",
);

const last = words(
  "last (?:student )?day (?:of|for) (?:the )?(?:school|instruction|class(?:es)?|students)(?: year)?(?! before)",
  "school (?:year )?ends",
  "ultimo dia de (?:clases|escuela)",
);

/** Means that nobody is at school, whatever else the entry says. */
const closed = words(
  "no school(?! (?:uniform|bus|supplies|lunch))",
  "no (?:students?|classes|class|instruction|kids)",
  "(?:schools?|district|campus|offices?) (?:is |are |will be )?closed",
  "closed",
  "closure",
  "(?:non|no)[ -]?(?:student|school|instructional|attendance)[ -]days?",
  "non[ -]?(?:student|instructional)",
  "(?:pupil|student|child)[ -]free",
  "students? (?:do )?not (?:attend|in (?:school|session|attendance))",
  "students? (?:holiday|off)",
  "no hay (?:clases|escuela)",
  "sin (?:clases|estudiantes|alumnos)",
  "escuelas? cerradas?",
  "(?:day|friday) after thanksgiving",
);

/** Means that school is open, or that the entry is about something near a break. */
const open = words(
  "(?:school|classes|class|instruction|students?) (?:resumes?|returns?|back)",
  "resumes?|returns?|returning|back (?:to|in|from)|first day back|welcome back|regreso|regresan",
  "before|prior to|after|following|antes de|despues de",
  "minimum(?: day)?|min day|early (?:dismissal|release|out)|half[ -]day|shortened|late start|salida temprana|dia minimo",
  "concerts?|assembl(?:y|ies)|feast|lunch|luncheon|breakfast|brunch|dinner|potluck|program|programa|performances?|shows?",
  "parade|party|parties|fiesta|dance|fair|festival|boutique|sales?|shop|shopping|bazaar|market|carnival|raffle",
  "camps?|clinics?|practices?|games?|tournaments?|tryouts?|meetings?|club|trip|field trip|academy",
  "sign[ -]?ups?|registration|enrollment|applications?|rsvp|deadline|due|opens",
  "homework|packets?|projects?|assignments?|exams?|finals|grades|report cards?|essay|contest|challenge",
  "ceremony|celebration|rehearsals?|recital|sing[ -]?along|crafts?|movie|fundraiser|drive|spirit|dress|cards?|tree|gifts?",
  "care|child care|meals?|hours|reading list|photos?|pictures?|newsletter",
);

const off = words(
  "breaks?|recess|intersession|holidays?|vacations?|furlough(?: days?)?",
  "(?:teachers?|staff|faculty|certificated|employee)(?:'s)? (?:only )?(?:work|workday|in[ -]?service|inservice|prep(?:aration)?|planning|institute|training|development|learning|pd)(?:[ -]?days?)?",
  "(?:professional|staff) (?:development|learning|growth)",
  "in[ -]?service|inservice|institute days?|buy[ -]?back days?|pd day|work ?days?|records? day",
  "vacaciones|receso|asueto|dias? (?:festivos?|feriados?|libres?)|descanso de (?:invierno|primavera|otono|verano)",
);

const holiday = words(
  "labor day|dia del trabajo|admission day|columbus day|(?:indigenous|native) (?:peoples?|americans?)(?:'s?)? day",
  "veterans?(?:'s?)? day|dia de los veteranos|veterans day observ(?:ed|ance)",
  "thanksgiving(?: day| week| holidays?)?|accion de gracias",
  "christmas(?: eve| day)?|navidad|new year(?:'?s)?(?: eve| day)?|ano nuevo",
  "(?:dr\\.? )?martin luther king(?:,? jr\\.?)?|mlk(?:,? jr\\.?)?",
  "lincoln(?:'?s)?(?: birthday| day)?|washington(?:'?s)? birthday|presidents?(?:'s?)?(?: day)?",
  "cesar (?:e\\.? )?chavez(?: day)?|memorial day|juneteenth|independence day|fourth of july|4th of july|july 4(?:th)?",
  "(?:lunar|chinese) new year|good friday|easter(?: monday| sunday)?|viernes santo|semana santa",
  "rosh ha ?shana[h]?|yom kippur|eid(?: al[ -](?:fitr|adha))?|diwali|genocide remembrance day",
);

/** Guesses from an entry's text whether the district is closed, or whether the school year starts or ends. */
export function kindOf(about: string): ReadDays["kind"] {
  const text = about
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[’‘ʼ`]/g, "'")
    .replace(/[‐-―]/g, "-")
    .replace(/\s+/g, " ")
    .toLowerCase();
  if (closed.test(text)) return "break";
  if (first.test(text)) return "first";
  if (last.test(text)) return "last";
  const name = text.replace(/\([^)]*\)/g, "").trim() || text; // “Winter Break (school resumes Jan 4)”
  return !open.test(name) && (off.test(name) || holiday.test(name)) ? "break" : "other";
}
