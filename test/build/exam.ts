import { approvalCalls } from '../../features/approval/contract.ts'
import type { Answers, ExamPaper } from '../../features/exam/attempt/contract.ts'
import type { ExamInput, ExamStatus } from '../../features/exam/contract.ts'
import { markingCalls } from '../../features/exam/marking/contract.ts'
import type { PaperInput, Section } from '../../features/exam/paper/contract.ts'
import { totalOf } from '../../features/exam/paper/rules.ts'
import type { PartInput, QuestionInput } from '../../features/question/contract.ts'
import { insertQuestions, readQuestion } from '../../features/question/server/actions.ts'
import { letterOf } from '../../features/question/rules.ts'
import type { World } from '../harness.ts'
import { until } from '../until.ts'
import { aClass } from './class.ts'
import type { BuiltAccount, BuiltPortal } from './portal.ts'

let serial = 0

/** A question bank. */
export async function aBank(
  world: World,
  portal: BuiltPortal,
  input: { name?: string; practice?: boolean } = {},
): Promise<string> {
  const { db } = world
  const [row] = await db`insert into question_banks ${db({
    projectId: portal.projectId,
    name: input.name ?? `题库${++serial}`,
    practice: input.practice ?? false,
  })} returning id`
  return row!.id as string
}

/** One part: a single choice of four whose right answer is B by default. */
export function aPart(input: Partial<PartInput> = {}): PartInput {
  const type = input.type ?? 'single'
  const chosen = type === 'single' || type === 'multiple'
  return {
    type,
    stem: `第 ${++serial} 题，下列正确的是`,
    options: chosen ? ['甲', '乙', '丙', '丁'] : [],
    answer: { single: ['B'], multiple: ['A', 'C'], judge: ['A'], blank: ['北京'], essay: ['要点'] }[type],
    analysis: '',
    ...input,
  }
}

/** A question of one type, or a case of several parts, of a bank or pinned to a video; returns its id. */
export async function aQuestion(
  world: World,
  portal: BuiltPortal,
  bankId: string | null,
  input: Partial<QuestionInput> & { part?: Partial<PartInput> } = {},
): Promise<string> {
  const type = input.type ?? input.part?.type ?? 'single'
  const parts = input.parts ?? [aPart(input.part)]
  const material = type === 'case' ? (input.material ?? `材料 ${++serial}`) : ''
  const [id] = await world.db.begin((tx) =>
    insertQuestions(tx, [
      {
        projectId: portal.projectId,
        createdBy: null,
        bankId,
        resourceId: input.resourceId ?? null,
        atSecond: input.atSecond ?? null,
        mustPass: input.mustPass ?? false,
        rewindTo: input.rewindTo ?? null,
        category: input.category ?? '',
        difficulty: input.difficulty ?? 'medium',
        score: input.score ?? 1,
        ...readQuestion({ type, material, parts }),
      },
    ]),
  )
  return id!
}

/** A section that draws single choices of a bank. */
export function aSection(bankId: string, input: Partial<Section> = {}): Section {
  return {
    title: '单选题',
    type: 'single',
    scoreEach: 2,
    questionIds: [],
    count: 5,
    bankId,
    category: null,
    difficulty: null,
    ...input,
  }
}

/** A random paper of these sections, thirty minutes, passed at 60 in a hundred. */
export async function aPaper(
  world: World,
  portal: BuiltPortal,
  sections: readonly Section[],
  input: Partial<PaperInput> = {},
): Promise<string> {
  const { db } = world
  const total = totalOf(sections)
  const [row] = await db`insert into papers ${db({
    projectId: portal.projectId,
    name: input.name ?? `试卷${++serial}`,
    mode: input.mode ?? 'random',
    sections: db.json(sections as never),
    questionIds: sections.flatMap((section) => section.questionIds),
    total,
    passScore: input.passScore ?? Math.ceil(total * 0.6),
    minutes: input.minutes ?? 30,
    shuffleQuestions: input.shuffleQuestions ?? true,
    shuffleOptions: input.shuffleOptions ?? true,
  })} returning id`
  return row!.id as string
}

/** An exam open to its class; by default three attempts, no study required, keys never shown. */
export async function anExam(
  world: World,
  portal: BuiltPortal,
  input: Partial<ExamInput> & { classId: string; paperId: string; status?: ExamStatus },
): Promise<string> {
  const { db } = world
  const [row] = await db`insert into exams ${db({
    projectId: portal.projectId,
    classId: input.classId,
    paperId: input.paperId,
    name: input.name ?? `考试${++serial}`,
    openFrom: input.openFrom ?? null,
    openTo: input.openTo ?? null,
    attempts: input.attempts ?? 3,
    makeUpAttempts: input.makeUpAttempts ?? 0,
    requiredProgress: input.requiredProgress ?? 0,
    showAnswers: input.showAnswers ?? 'never',
    leaveLimit: input.leaveLimit ?? null,
    status: input.status ?? 'active',
  })} returning id`
  return row!.id as string
}

/** A class with a free place for a learner and an exam of ten single choices; every right answer reads 乙. */
export async function aSittableExam(
  world: World,
  portal: BuiltPortal,
  input: Partial<ExamInput> & { minutes?: number; questions?: number } = {},
): Promise<{ classId: string; examId: string; bankId: string; paperId: string }> {
  const { minutes = 30, questions = 10, ...exam } = input
  const bankId = await aBank(world, portal)
  for (let i = 0; i < questions + 5; i++) await aQuestion(world, portal, bankId)
  const paperId = await aPaper(world, portal, [aSection(bankId, { count: questions })], { minutes })
  const { classId } = await aClass(world, portal, { price: 0 })
  return { classId, bankId, paperId, examId: await anExam(world, portal, { ...exam, classId, paperId }) }
}

/** Answers to a shown paper: the letter of the option that reads as wanted, for so many items from the first. */
export function choosing(paper: ExamPaper, text: string, count = paper.items.length): Answers {
  return Object.fromEntries(
    paper.items.slice(0, count).map(({ no, options }) => [String(no), [letterOf(options.indexOf(text))]]),
  )
}

/** Voids an attempt that has a score, as two persons. */
export async function voidedByTwo(
  world: World,
  wanted: { attemptId: string; reason: string },
  by: BuiltAccount,
  second: BuiltAccount,
): Promise<void> {
  await until(
    async () => (await world.db`select from scores where attempt_id = ${wanted.attemptId}`).length > 0,
  )
  const { approvalId } = (await world.ask(markingCalls.voidAttempt, wanted, by.token))!
  await world.ask(approvalCalls.approve, { id: approvalId }, second.token)
}
