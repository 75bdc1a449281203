import type { PartContent, QuestionContent } from '../../question/contract.ts'
import { letterOf, splitScore, type FieldProblem } from '../../question/rules.ts'
import type { PaperInput, Section, Shortage } from './contract.ts'

/** Largest number of questions of a paper; a page with more is no exam. */
const mostQuestions = 300

/** Counts the questions of a section. */
export const sizeOf = (section: Section) => section.questionIds.length + section.count

/** Points of a whole paper. */
export function totalOf(sections: readonly Section[]): number {
  return sections.reduce((sum, section) => sum + sizeOf(section) * section.scoreEach, 0)
}

/** Problems of a paper that its types cannot express; fields are named as in the input. */
export function problemsOfPaper(paper: Pick<PaperInput, 'mode' | 'sections' | 'passScore'>): FieldProblem[] {
  const problems: FieldProblem[] = []
  const wrong = (field: string, zh: string, en: string) => problems.push({ field, zh, en })
  paper.sections.forEach((section, i) => {
    const at = (name: string) => `sections.${i}.${name}`
    if (sizeOf(section) === 0) wrong(at('count'), '这一部分没有题目', 'the section asks no question')
    if (section.count > 0 && section.bankId === null) {
      wrong(at('bankId'), '请选择从哪个题库抽题', 'choose the bank to draw from')
    }
    if (paper.mode === 'fixed' && section.count > 0) {
      wrong(at('count'), '固定试卷不抽题', 'a fixed paper draws no question')
    }
    if (paper.mode === 'random' && section.questionIds.length > 0) {
      wrong(at('questionIds'), '随机试卷不指定题目', 'a random paper names no question')
    }
  })
  const named = paper.sections.flatMap((section) => section.questionIds)
  if (new Set(named).size !== named.length) wrong('sections', '同一道题选了两次', 'a question is named twice')
  const size = paper.sections.reduce((sum, section) => sum + sizeOf(section), 0)
  if (size > mostQuestions) {
    wrong('sections', `一份试卷最多 ${mostQuestions} 道题`, `must ask ${mostQuestions} questions at most`)
  }
  if (paper.passScore > totalOf(paper.sections)) {
    wrong('passScore', '及格分不能高于总分', 'must not be more than the total')
  }
  return problems
}

/** A random number from 0 to 1, the next of a seeded sequence. */
export type Random = () => number

/** A pseudo-random sequence determined by its seed (splitmix32 over both halves of the seed). */
export function seeded(seed: number): Random {
  let state = (seed ^ Math.trunc(seed / 2 ** 32)) | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** The same things in a random order. */
export function shuffled<T>(things: readonly T[], random: Random): T[] {
  const order = [...things]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}

/** A question that fits a section. */
export interface Candidate {
  questionId: string
  versionId: string
}

/** Questions for a section: those it names, in their order, and those it may draw from. */
export interface Pool {
  named: readonly Candidate[]
  drawn: readonly Candidate[]
}

/**
 * Draws a paper: for each section its named questions and as many others as it requires, no question twice. When
 * sections share candidates, an earlier choice gives way, so a paper is drawn whenever there is any way to draw
 * it; otherwise returns the first section that cannot be filled. Determined by the seed.
 */
export function draw(
  sections: readonly Section[],
  pools: readonly Pool[],
  random: Random,
): { chosen: Candidate[][] } | { shortage: Shortage } {
  const named = new Set(pools.flatMap((pool) => pool.named.map(({ questionId }) => questionId)))
  const orders = pools.map((pool) =>
    shuffled(
      pool.drawn.filter(({ questionId }) => !named.has(questionId)),
      random,
    ),
  )
  /** The section and the candidate that hold a question, by its id. */
  const holders = new Map<string, { section: number; candidate: Candidate }>()
  const next = orders.map(() => 0)

  function takeFree(section: number): boolean {
    const order = orders[section]!
    while (next[section]! < order.length && holders.has(order[next[section]!]!.questionId)) next[section]!++
    const candidate = order[next[section]!]
    if (!candidate) return false
    holders.set(candidate.questionId, { section, candidate })
    return true
  }
  /** Takes a question from a section that can take another one instead. */
  function takeOver(section: number, visited: Set<string>): boolean {
    for (const candidate of orders[section]!) {
      if (visited.has(candidate.questionId)) continue
      visited.add(candidate.questionId)
      const holder = holders.get(candidate.questionId)
      if (holder && holder.section === section) continue
      if (!holder || takeFree(holder.section) || takeOver(holder.section, visited)) {
        holders.set(candidate.questionId, { section, candidate })
        return true
      }
    }
    return false
  }

  for (const [i, section] of sections.entries()) {
    const there = pools[i]!.named.length
    if (there < section.questionIds.length) {
      return { shortage: { section: i, asked: section.questionIds.length, there } }
    }
    for (let slot = 0; slot < section.count; slot++) {
      if (takeFree(i) || takeOver(i, new Set())) continue
      return { shortage: { section: i, asked: section.count, there: orders[i]!.length } }
    }
  }
  const taken = [...holders.values()]
  return {
    chosen: sections.map((_, i) => [
      ...pools[i]!.named,
      ...taken.filter(({ section }) => section === i).map(({ candidate }) => candidate),
    ]),
  }
}

/** One thing to answer in a drawn paper; its number is its place, from 1. */
export interface Item {
  /** Version of the question. */
  v: string
  /** Part of the question, from 0. */
  p: number
  /** Points. */
  s: number
  /** Section, from 0. */
  k: number
  /** The letters of the options in the order they are shown; empty when there are none. */
  o: string
}

/** Lays a drawn paper out: order of questions within their section, order of options, points of each part. */
export function layOut(
  paper: { sections: readonly Section[]; shuffleQuestions: boolean; shuffleOptions: boolean },
  chosen: readonly (readonly Candidate[])[],
  contents: ReadonlyMap<string, QuestionContent>,
  random: Random,
): Item[] {
  const orderOf = (part: PartContent) => {
    const letters = part.options.map((_, place) => letterOf(place))
    return (paper.shuffleOptions ? shuffled(letters, random) : letters).join('')
  }
  return chosen.flatMap((candidates, k) => {
    const order = paper.shuffleQuestions ? shuffled(candidates, random) : candidates
    return order.flatMap(({ versionId }) => {
      const { parts } = contents.get(versionId)!
      const scores = splitScore(paper.sections[k]!.scoreEach, parts.length)
      return parts.map((part, p) => ({ v: versionId, p, s: scores[p]!, k, o: orderOf(part) }))
    })
  })
}

/** Letters as they were shown, as the letters the question was written with. */
export function asWritten(item: Item, shown: readonly string[]): string[] {
  if (item.o === '') return [...shown]
  return shown.map((letter) => item.o[letter.charCodeAt(0) - 65] ?? letter)
}

/** Letters the question was written with, as they are shown. */
export function asShown(item: Item, written: readonly string[]): string[] {
  if (item.o === '') return [...written]
  return written.map((letter) => letterOf(item.o.indexOf(letter))).sort()
}
