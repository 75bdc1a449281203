import { maskIdCard, maskMobile, readIdCard } from '../../../contract/identity.ts'
import { cellProblems } from '../../import/cell/rules.ts'
import { problemsOf, type ProblemTable, type StoredProblem } from '../../import/rules.ts'
import { rosterColumns } from '../import/rules.ts'

/** Problems of a row that names a person by name and number. */
export const peopleProblems = {
  ...cellProblems,
  twice: {
    zh: '与第 {row} 行是同一个人',
    en: 'is the same person as row {row}',
    fix: { zh: '删除其中一行', en: 'delete one of the two rows' },
  },
  alike: {
    zh: '有太多只差几位的号码，没有核对',
    en: 'too many numbers differ by a few digits only, so they were not compared',
    fix: { zh: '只保留核对过的号码', en: 'keep the numbers you have verified' },
  },
  name: {
    zh: '与这个号码登记的姓名不同',
    en: 'is not the name on record for this number',
    fix: { zh: '核对姓名和号码', en: 'check the name and the number' },
  },
  unknown: {
    zh: '平台上没有这个人',
    en: 'nobody of this name and number is registered',
    fix: {
      zh: '核对号码；确是新人的，先在学员页添加',
      en: 'check the number; add a new person on the page of learners first',
    },
  },
  unknownMobile: {
    zh: '平台上没有这个手机号',
    en: 'nobody is registered with this mobile number',
    fix: { zh: '核对手机号，或填证件号', en: 'check the number, or enter the ID number' },
  },
  noNumber: {
    zh: '证件号和手机号至少填一项',
    en: 'enter an ID number or a mobile number',
    fix: { zh: '填证件号', en: 'enter the ID number' },
  },
  twoPeople: {
    zh: '证件号和手机号属于两个人',
    en: 'the ID and the mobile number belong to two people',
    fix: { zh: '核对两个号码，或只填证件号', en: 'check both numbers, or leave the mobile number out' },
  },
  mobileTaken: {
    zh: '这个手机号已是别人的',
    en: 'somebody else has this mobile number',
    fix: { zh: '填学员本人的手机号，或留空', en: 'enter the learner’s own number, or leave it empty' },
  },
} satisfies ProblemTable

/** Columns of a sheet of people: those of a roster that say who somebody is. Who is new needs a name and an ID. */
export const peopleColumns = rosterColumns(
  [
    { key: 'realName', required: true },
    { key: 'cardNumber', required: false },
    { key: 'mobile', required: false },
  ],
  new Map(),
)

/** The content of a row of people; the personal numbers are sealed beside it. */
export interface PersonDraft {
  realName: string
  cardMask: string | null
  birthDate: string | null
  mobileMask: string | null
}

/** A row of people as it was read, with the index of each number; the draft is null where it is not enough or has problems. */
interface ReadPerson<Index> {
  label: string
  draft: PersonDraft | null
  problems: StoredProblem[]
  card: { clear: string; index: Index } | undefined
  mobile: { clear: string; index: Index } | undefined
}

const problem = problemsOf(peopleProblems)

/** Reads who a row is about from the values and the problems of its cells. */
export function readPerson<Index>(
  { realName, cardNumber, mobile }: Readonly<Record<string, string>>,
  ofCells: readonly StoredProblem[],
  indexOf: (kind: 'card' | 'mobile', clear: string) => Index,
): ReadPerson<Index> {
  const problems = [...ofCells]
  const card = cardNumber ? { clear: cardNumber, index: indexOf('card', cardNumber) } : undefined
  const phone = mobile ? { clear: mobile, index: indexOf('mobile', mobile) } : undefined
  if (problems.length === 0 && !card && !phone) problems.push(problem('cardNumber', 'noNumber'))
  const cardMask = cardNumber ? maskIdCard(cardNumber) : null
  const mobileMask = mobile ? maskMobile(mobile) : null
  const label = `${realName ?? ''} ${cardMask ?? mobileMask ?? ''}`.trim() || '—'
  if (problems.length > 0 || !realName) return { label, draft: null, problems, card, mobile: phone }
  const birthDate = cardNumber ? readIdCard(cardNumber).birthDate : null
  return { label, draft: { realName, cardMask, birthDate, mobileMask }, problems, card, mobile: phone }
}
