import type { Paper, PaperInput, PaperMode, Section } from '../contract.ts'
import { sizeOf, totalOf } from '../rules.ts'

/** A section while it is filled in: what is empty is undefined. */
export type SectionValues = Omit<Section, 'bankId' | 'category' | 'difficulty'> & {
  bankId?: string | null
  category?: string | null
  difficulty?: Section['difficulty']
}

/** The form of a paper. */
export interface PaperValues {
  name: string
  mode: PaperMode
  sections: SectionValues[]
  passScore: number
  minutes: number
  shuffleQuestions: boolean
  shuffleOptions: boolean
}

/** A section as it is first offered; where the project has only one bank it draws from that. */
export const freshSection = (bankId: string | null = null): SectionValues => ({
  bankId,
  title: '',
  type: 'single',
  scoreEach: 2,
  questionIds: [],
  count: 0,
})

/** Returns the initial values of the form: the paper, or a fixed one of an hour. */
export function valuesOfPaper(paper: Paper | null, name: string, bankId: string | null = null): PaperValues {
  if (paper) return structuredClone(paper)
  return {
    name,
    mode: 'fixed',
    sections: [freshSection(bankId)],
    passScore: 60,
    minutes: 60,
    shuffleQuestions: true,
    shuffleOptions: true,
  }
}

/** Sections as the contract wants them: what the mode does not know is left out. */
export function sectionsOf(mode: PaperMode, sections: readonly SectionValues[]): Section[] {
  return sections.map((section) => {
    const draws = mode !== 'fixed'
    return {
      title: section.title ?? '',
      type: section.type,
      scoreEach: section.scoreEach,
      questionIds: mode === 'random' ? [] : (section.questionIds ?? []),
      count: draws ? (section.count ?? 0) : 0,
      bankId: draws ? (section.bankId ?? null) : null,
      category: draws ? (section.category ?? null) : null,
      difficulty: draws ? (section.difficulty ?? null) : null,
    }
  })
}

/** The form's values as the contract wants them. */
export function inputOfPaper(
  values: PaperValues,
  edited: { paperId: string; revision: number } | null,
): PaperInput {
  const { sections, ...rest } = values
  return { ...rest, ...edited, sections: sectionsOf(values.mode, sections) }
}

/** True if shortages can be queried: each section has points, and a bank if it draws. */
export function isCheckable(sections: readonly Section[]): boolean {
  return (
    sections.length > 0 &&
    sections.every(
      (section) => section.scoreEach > 0 && sizeOf(section) > 0 && (section.count === 0 || section.bankId),
    )
  )
}

/** Questions and points of all sections. */
export function sumsOf(sections: readonly Section[]): { questions: number; total: number } {
  return {
    questions: sections.reduce((sum, section) => sum + sizeOf(section), 0),
    total: totalOf(sections),
  }
}
