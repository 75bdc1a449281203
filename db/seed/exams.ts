import type { Tx } from '../../server/db.ts'
import { insertQuestions, readQuestion } from '../../features/question/server/actions.ts'
import { courseOf } from './content/courses.ts'
import { topics } from './content/questions.ts'
import type { SeededLibrary } from './library.ts'
import type { SeededPortal } from './portal.ts'

/** The question bank, a random paper a topic, and an exam for every class that has one. */
export async function seedExams(tx: Tx, portal: SeededPortal, library: SeededLibrary): Promise<void> {
  const { projectId } = portal
  const [bank] = await tx`
    insert into question_banks ${tx({ projectId, name: '公共课题库', practice: true })} returning id`
  const bankId = bank!.id as string
  await insertQuestions(
    tx,
    topics.flatMap(({ name, questions }) =>
      questions.map(({ difficulty, part }) => ({
        projectId,
        createdBy: null,
        bankId,
        resourceId: null,
        atSecond: null,
        mustPass: false,
        rewindTo: null,
        category: name,
        difficulty,
        score: 5,
        ...readQuestion({ bankId, type: part.type, parts: [part] }),
      })),
    ),
  )
  const paperIds = new Map<string, string>()
  for (const { key, name } of topics) {
    const draw = (title: string, type: string, count: number, scoreEach: number) => ({
      title,
      type,
      count,
      scoreEach,
      questionIds: [],
      bankId,
      category: name,
      difficulty: null,
    })
    const [paper] = await tx`insert into papers ${tx({
      projectId,
      name: `${name}结业试卷`,
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
    paperIds.set(key, paper!.id as string)
  }
  const rows = library.classes.flatMap((item) => {
    if (!item.exam) return []
    return {
      projectId,
      classId: library.classIds.get(item.key)!,
      paperId: paperIds.get(courseOf(item.courses[0]!).questions)!,
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
