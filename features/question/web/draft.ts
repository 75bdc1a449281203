import {
  type Difficulty,
  type PartialRule,
  type PartInput,
  type PartType,
  type Question,
  type QuestionInput,
  type QuestionType,
} from '../contract.ts'
import { type FieldProblem, letterOf, problemsOf } from '../rules.ts'

/** A line of a list while it is edited: what it is does not change when it moves. */
export interface Line {
  id: number
  text: string
}
export interface OptionDraft extends Line {
  right: boolean
}

/** One part while it is edited; fields of another type are retained until it is saved. */
export interface PartDraft {
  id: number
  type: PartType
  stem: string
  options: OptionDraft[]
  judge: 'A' | 'B' | null
  blanks: Line[]
  model: string
  partial: PartialRule
  analysis: string
}

/** A question while it is edited. */
export interface QuestionDraft {
  questionId: string | null
  version: number
  type: QuestionType
  material: string
  parts: PartDraft[]
  bankId: string | null
  video: { id: string; title: string } | null
  /** Clock time in the video, as typed. */
  at: string
  rewind: string
  mustPass: boolean
  category: string
  difficulty: Difficulty
  score: number | null
}

let serial = 0
export const newLine = (text = ''): Line => ({ id: ++serial, text })
export const newOption = (): OptionDraft => ({ ...newLine(), right: false })

/** An empty part: four options, one blank. */
export const newPart = (type: PartType): PartDraft => ({
  id: ++serial,
  type,
  stem: '',
  options: [newOption(), newOption(), newOption(), newOption()],
  judge: null,
  blanks: [newLine()],
  model: '',
  partial: 'none',
  analysis: '',
})

/** An empty question in the selected bank and category; after another one, of the same type. */
export function newDraft(
  place: Pick<QuestionDraft, 'bankId' | 'video'>,
  like?: QuestionDraft | null,
): QuestionDraft {
  const type = like?.type ?? 'single'
  return {
    questionId: null,
    version: 0,
    type,
    material: '',
    parts: [newPart(type === 'case' ? 'single' : type)],
    at: '',
    rewind: '',
    mustPass: false,
    category: like?.category ?? '',
    difficulty: like?.difficulty ?? 'medium',
    score: like?.score ?? 1,
    ...place,
  }
}

/** A saved question as it is edited. */
export function draftOf(question: Question): QuestionDraft {
  const { content, key, atSecond, rewindTo, resourceId } = question
  return {
    questionId: question.questionId,
    version: question.version,
    type: question.type,
    material: content.material,
    parts: content.parts.map((part, i) => {
      const { answer, analysis } = key[i]!
      const empty = newPart(part.type)
      const options = part.options.map((text, place) => ({
        ...newLine(text),
        right: answer.includes(letterOf(place)),
      }))
      return {
        ...empty,
        stem: part.stem,
        options: options.length > 0 ? options : empty.options,
        judge: part.type === 'judge' ? (answer[0] as 'A' | 'B') : null,
        blanks: part.type === 'blank' ? answer.map(newLine) : empty.blanks,
        model: part.type === 'essay' ? (answer[0] ?? '') : '',
        partial: part.partial,
        analysis,
      }
    }),
    bankId: question.bankId,
    video: resourceId ? { id: resourceId, title: question.resourceTitle ?? '' } : null,
    at: atSecond === null ? '' : timeOf(atSecond),
    rewind: rewindTo === null ? '' : timeOf(rewindTo),
    mustPass: question.mustPass,
    category: question.category,
    difficulty: question.difficulty,
    score: question.score,
  }
}

/** Seconds as they are typed: 75 → `1:15`, 3675 → `1:01:15`. */
export function timeOf(seconds: number): string {
  const pieces = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...others] = pieces[0] === 0 ? pieces.slice(1) : pieces
  return [first, ...others.map((piece) => String(piece).padStart(2, '0'))].join(':')
}

/** Seconds of a clock time: `90`, `1:30` and `0:01:30` are all 90; null when it is none. */
export function secondsOf(text: string): number | null {
  const pieces = text.trim().replaceAll('：', ':').split(':')
  if (pieces.length > 3 || pieces.some((piece) => !/^\d{1,5}$/.test(piece))) return null
  if (pieces.slice(1).some((piece) => Number(piece) > 59)) return null
  return pieces.reduce((seconds, piece) => seconds * 60 + Number(piece), 0)
}

function answerOf(part: PartDraft): string[] {
  if (part.type === 'judge') return part.judge ? [part.judge] : []
  if (part.type === 'blank') return part.blanks.map((blank) => blank.text.trim())
  if (part.type === 'essay') return part.model.trim() ? [part.model.trim()] : []
  return part.options.flatMap((option, place) => (option.right ? [letterOf(place)] : []))
}

/** A part as it is saved. */
export function partOf(part: PartDraft): PartInput {
  const hasOptions = part.type === 'single' || part.type === 'multiple'
  return {
    type: part.type,
    stem: part.stem.trim(),
    options: hasOptions ? part.options.map((option) => option.text.trim()) : [],
    ...(part.type === 'multiple' ? { partial: part.partial } : {}),
    answer: answerOf(part),
    analysis: part.analysis.trim(),
  }
}

/** The parts that count: of a case all, of any other type the first, as that type. */
export function partsOf(draft: QuestionDraft): PartDraft[] {
  return draft.type === 'case' ? draft.parts : [{ ...draft.parts[0]!, type: draft.type }]
}

/** A question as it is saved. */
export function inputOf(draft: QuestionDraft): QuestionInput {
  return {
    ...(draft.questionId ? { questionId: draft.questionId } : {}),
    bankId: draft.bankId,
    resourceId: draft.video?.id ?? null,
    atSecond: draft.video ? secondsOf(draft.at) : null,
    mustPass: draft.video !== null && draft.mustPass,
    rewindTo: draft.video ? secondsOf(draft.rewind) : null,
    type: draft.type,
    material: draft.type === 'case' ? draft.material.trim() : '',
    parts: partsOf(draft).map(partOf),
    category: draft.category.trim(),
    difficulty: draft.difficulty,
    score: draft.score ?? 0,
  }
}

/** The reasons against saving a draft, one a field, named as the server names them; empty when there are none. */
export function faultsOf(draft: QuestionDraft): ReadonlyMap<string, FieldProblem> {
  const faults: FieldProblem[] = []
  const empty = (field: string) => faults.push({ field, zh: '请填写', en: 'Required' })
  const input = inputOf(draft)
  for (const [i, part] of input.parts.entries()) {
    if (!part.stem) empty(`parts.${i}.stem`)
    for (const [j, option] of (part.options ?? []).entries()) {
      if (!option) empty(`parts.${i}.options.${j}`)
    }
    const chosen = part.type === 'single' || part.type === 'multiple'
    if (chosen && part.answer.length === 0) {
      faults.push({ field: `parts.${i}.answer`, zh: '请勾选正确答案', en: 'Tick the correct answer' })
    }
    if (part.type === 'multiple' && part.answer.length === 1) {
      const both = { zh: '请至少勾选两个正确答案', en: 'Tick at least two correct answers' }
      faults.push({ field: `parts.${i}.answer`, ...both })
    }
  }
  if (!draft.score) empty('score')
  if (!draft.bankId && !draft.video) {
    faults.push({ field: 'bankId', zh: '请选择题库，或选择一个视频', en: 'Select a bank or a video' })
  }
  const noTime = { zh: '请填写时间，例如 12:30', en: 'Enter a time, such as 12:30' }
  const pinned = draft.video !== null
  if (pinned && (draft.at.trim() || draft.mustPass) && secondsOf(draft.at) === null) {
    faults.push({ field: 'atSecond', ...noTime })
  }
  if (pinned && draft.rewind.trim() && secondsOf(draft.rewind) === null) {
    faults.push({ field: 'rewindTo', ...noTime })
  }
  const first = new Map<string, FieldProblem>()
  for (const fault of [...faults, ...problemsOf(input)]) {
    if (!first.has(fault.field)) first.set(fault.field, fault)
  }
  // Empty options are reported at the options themselves, not as repeats of each other.
  for (const field of first.keys()) {
    const [, above] = /^(parts\.\d+\.options)\.\d+$/.exec(field) ?? []
    if (above) first.delete(above)
  }
  return first
}
