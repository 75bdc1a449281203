import type { Tx } from '../../server/db.ts'
import type { QuestionInput } from '../../features/question/contract.ts'
import { alternative } from '../../features/question/contract.ts'
import { insertQuestions, readQuestion } from '../../features/question/server/actions.ts'
import { courses } from './content/courses.ts'
import type { Question } from './content/question.ts'
import { questions } from './content/questions.ts'
import { topics } from './content/topics.ts'
import type { SeededLibrary } from './library.ts'
import type { SeededPortal } from './portal.ts'

const difficulties = ['easy', 'medium', 'hard'] as const

function inputOf(question: Question, bankId: string): QuestionInput {
  const gaps = question.type === 'blank'
  return {
    bankId,
    type: question.type,
    parts: [
      {
        type: question.type,
        stem: question.stem,
        options: question.type === 'judge' ? [] : question.options,
        answer: gaps ? question.answer.map((text) => text.split('|').join(alternative)) : question.answer,
        analysis: question.analysis,
      },
    ],
  }
}

/** The question bank, a random paper a topic, and an exam for every class that has one. */
export async function seedExams(tx: Tx, portal: SeededPortal, library: SeededLibrary): Promise<void> {
  const { projectId } = portal
  const [bank] = await tx`
    insert into question_banks ${tx({ projectId, name: '公共课题库', practice: true })} returning id`
  const bankId = bank!.id as string
  const nameOf = new Map(topics.map((topic) => [topic.key, topic.name]))
  await insertQuestions(
    tx,
    questions.map((question) => ({
      projectId,
      createdBy: null,
      bankId,
      resourceId: null,
      atSecond: null,
      mustPass: false,
      rewindTo: null,
      category: nameOf.get(question.topic)!,
      difficulty: difficulties[question.difficulty - 1]!,
      score: 5,
      ...readQuestion(inputOf(question, bankId)),
    })),
  )
  const paperIds = new Map<string, string>()
  for (const topic of new Set(questions.map((question) => question.topic))) {
    const draw = (title: string, type: string, count: number, scoreEach: number) => ({
      title,
      type,
      count,
      scoreEach,
      questionIds: [],
      bankId,
      category: nameOf.get(topic)!,
      difficulty: null,
    })
    const [paper] = await tx`insert into papers ${tx({
      projectId,
      name: `${nameOf.get(topic)}结业试卷`,
      mode: 'random',
      sections: tx.json([
        draw('单项选择题', 'single', 8, 5),
        draw('多项选择题', 'multiple', 4, 10),
        draw('判断题', 'judge', 4, 5),
      ]),
      total: 100,
      passScore: 60,
      minutes: 30,
    })} returning id`
    paperIds.set(topic, paper!.id as string)
  }
  const rows = library.classes.flatMap((item) => {
    const topic = item.courses
      .map((key) => courses.find((course) => course.key === key)!.questions)
      .find((name) => name !== null)
    if (!item.exam || !topic) return []
    return {
      projectId,
      classId: library.classIds.get(item.key)!,
      paperId: paperIds.get(topic)!,
      name: `${item.name}结业考试`,
      attempts: 2,
      makeUpAttempts: 1,
      requiredProgress: 10_000,
      showAnswers: 'after_pass',
      status: 'active',
    }
  })
  await tx`insert into exams ${tx(rows)}`
}
