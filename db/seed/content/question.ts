/** Forms of a question, each with its own way to answer. */
export type QuestionType = 'single' | 'multiple' | 'judge' | 'blank' | 'essay'

/** A question of the demo portal's bank. */
export interface Question {
  /** `<topic>-<type>-<number>`. */
  key: string
  /** Key of a topic. */
  topic: string
  type: QuestionType
  /** Text of the question; in a blank question each `____` is one gap. */
  stem: string
  /** Choices, lettered A, B, C …; for judge 正确 and 错误; else empty. */
  options: string[]
  /**
   * Choices: the right letters in order. Blank: one text a gap, alternatives parted by `|`.
   * Essay: one reference answer.
   */
  answer: string[]
  analysis: string
  difficulty: 1 | 2 | 3
}

type Difficulty = Question['difficulty']

/** The questions of one topic as they are written down, each beginning with its difficulty. */
interface QuestionRows {
  single: [Difficulty, stem: string, options: string[], letter: string, analysis: string][]
  multiple: [Difficulty, stem: string, options: string[], letters: string, analysis: string][]
  judge: [Difficulty, stem: string, right: boolean, analysis: string][]
  blank?: [Difficulty, stem: string, gaps: string[], analysis: string][]
  essay?: [Difficulty, stem: string, reference: string, analysis: string][]
}

/** The questions of a topic, numbered within their type. */
export function questionsOf(topic: string, rows: QuestionRows): Question[] {
  const number = (type: QuestionType, list: Omit<Question, 'key' | 'topic' | 'type'>[]): Question[] =>
    list.map((question, i) => ({
      key: `${topic}-${type}-${String(i + 1).padStart(2, '0')}`,
      topic,
      type,
      ...question,
    }))
  const choice = ([difficulty, stem, options, letters, analysis]: QuestionRows['multiple'][number]) => ({
    difficulty,
    stem,
    options,
    answer: [...letters],
    analysis,
  })
  return [
    ...number('single', rows.single.map(choice)),
    ...number('multiple', rows.multiple.map(choice)),
    ...number(
      'judge',
      rows.judge.map(([difficulty, stem, right, analysis]) => ({
        difficulty,
        stem,
        options: ['正确', '错误'],
        answer: [right ? 'A' : 'B'],
        analysis,
      })),
    ),
    ...number(
      'blank',
      (rows.blank ?? []).map(([difficulty, stem, answer, analysis]) => ({
        difficulty,
        stem,
        options: [],
        answer,
        analysis,
      })),
    ),
    ...number(
      'essay',
      (rows.essay ?? []).map(([difficulty, stem, reference, analysis]) => ({
        difficulty,
        stem,
        options: [],
        answer: [reference],
        analysis,
      })),
    ),
  ]
}
