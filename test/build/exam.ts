import type { PartInput, QuestionInput } from '../../features/question/contract.ts'
import { insertQuestions, readQuestion } from '../../features/question/server/actions.ts'
import type { World } from '../harness.ts'
import type { BuiltPortal } from './portal.ts'

let serial = 0

/** A question bank. */
export async function aBank(
  world: World,
  portal: BuiltPortal,
  wish: { name?: string; practice?: boolean } = {},
): Promise<string> {
  const { db } = world
  const [row] = await db`insert into question_banks ${db({
    projectId: portal.projectId,
    name: wish.name ?? `题库${++serial}`,
    practice: wish.practice ?? false,
  })} returning id`
  return row!.id as string
}

/** One part: a single choice of four whose right answer is B, unless told otherwise. */
export function aPart(wish: Partial<PartInput> = {}): PartInput {
  const type = wish.type ?? 'single'
  const chosen = type === 'single' || type === 'multiple'
  return {
    type,
    stem: `第 ${++serial} 题，下列正确的是`,
    options: chosen ? ['甲', '乙', '丙', '丁'] : [],
    answer: { single: ['B'], multiple: ['A', 'C'], judge: ['A'], blank: ['北京'], essay: ['要点'] }[type],
    analysis: '',
    ...wish,
  }
}

/** A question of one type, or a case of several parts; gives its id. */
export async function aQuestion(
  world: World,
  portal: BuiltPortal,
  bankId: string,
  wish: Partial<QuestionInput> & { part?: Partial<PartInput> } = {},
): Promise<string> {
  const type = wish.type ?? wish.part?.type ?? 'single'
  const parts = wish.parts ?? [aPart(wish.part)]
  const material = type === 'case' ? (wish.material ?? `材料 ${++serial}`) : ''
  const [id] = await world.db.begin((tx) =>
    insertQuestions(tx, [
      {
        projectId: portal.projectId,
        createdBy: null,
        bankId,
        resourceId: wish.resourceId ?? null,
        atSecond: wish.atSecond ?? null,
        mustPass: wish.mustPass ?? false,
        rewindTo: wish.rewindTo ?? null,
        category: wish.category ?? '',
        difficulty: wish.difficulty ?? 'medium',
        score: wish.score ?? 1,
        ...readQuestion({ type, material, parts }),
      },
    ]),
  )
  return id!
}
