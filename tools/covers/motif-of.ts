import type { Motif } from "./shapes.ts";
import * as body from "./motifs/body.ts";
import * as life from "./motifs/life.ts";
import * as mind from "./motifs/mind.ts";

/** Motifs by words of a title, in English and Spanish; the first match counts. */
const byWords: readonly (readonly [RegExp, Motif])[] = [
  [/hope|recovery/iu, life.sunrise],
  [/greek|olymp/iu, life.laurel],
  [/american football|forward pass/iu, life.gridiron],
  [/asthma|asma|lung|pulmon|breath|smoke/iu, body.lungs],
  [/communit|cultur/iu, mind.family],
  [/aesop|fable/iu, mind.fable],
  [/vap(?:e|ing)|smok|tobacco|fumar|cigarette/iu, body.vapor],
  [/cyberbull|online|social media|internet|redes/iu, mind.online],
  [/kids|coloring|colorear|children's|child(?:ren)? /iu, life.kids],
  [/garden|vegetable|carrot/iu, life.garden],
  [/cook|recipe|kitchen|cocina/iu, life.pot],
  [/water|agua|swim/iu, life.water],
  [/tennis|racket/iu, life.racket],
  [/base-?ball/iu, life.baseball],
  [/football|soccer/iu, life.goal],
  [/bicycl|cycling/iu, life.bicycle],
  [/camp|scout|outdoor|woodcraft/iu, life.camp],
  [/athlete|concussion|coach|conmocion/iu, life.helmet],
  [/earthquake|home|house|hogar/iu, life.house],
  [/baby|infant|bebé|pregnan|embarazo|mattress|crib/iu, body.cradle],
  [/COVID|face covering|protect yourself|coronavirus|virus|vaccin|microbi|antimicrobial|measles|vacuna/iu, body.germ],
  [/hand|wash|manos/iu, body.wash],
  [/music|song|rhyme|dance|danc/iu, mind.music],
  [/sleep|sueño|dream/iu, mind.night],
  [/brain|cerebro|neuron|sclerosis|attention|autism/iu, mind.neuron],
  [/heart|cholesterol|blood pressure|corazón/iu, body.heart],
  [/parent|famil|caregiver|padres/iu, mind.family],
  [/arsenic|environment|lead\b|chemical|plomo|ambiente/iu, body.flask],
  [/alcohol|drink|drug|beber/iu, body.glass],
  [/school|student|classroom|teacher/iu, life.school],
  [/talk|told|tell|conversation|hablar|questions/iu, mind.talk],
  [/stories|story|tales|book|christmas|cornelli|goops/iu, life.books],
  [/guide|checklist|steps|facts?\b|conozca/iu, life.list],
];

const bySubject: Readonly<Record<number, readonly Motif[]>> = {
  1: [life.sunrise, life.books],
  2: [body.glass, mind.talk],
  3: [life.apple, life.pot],
  4: [mind.head, mind.talk, life.sunrise],
  5: [body.heart, life.sunrise, life.list],
  6: [life.bicycle, life.goal, life.racket],
  7: [life.house, life.helmet, life.list],
  8: [mind.talk, body.cradle],
  9: [body.vapor],
  10: [mind.talk, mind.family],
  11: [body.germ],
};

export function motifOf(title: string, subjectId: number, chance: number): Motif {
  const match = byWords.find(([words]) => words.test(title))?.[1];
  const choices = bySubject[subjectId] ?? [life.sunrise];
  return match ?? choices[Math.floor(chance * choices.length)] ?? life.sunrise;
}
