import { setTimeout as wait } from 'node:timers/promises'
import { attemptCalls, type Answers, type ExamItem } from '../../../features/exam/attempt/contract.ts'
import { letterOf } from '../../../features/question/rules.ts'
import type { ChaosClass } from './school.ts'
import { join, type Life } from './watcher.ts'

/** Saves some answers, on top of whatever was saved; returns the revision to build the next on. */
async function save(
  { client, ledger }: Life,
  attemptId: string,
  revision: number,
  answers: Answers,
): Promise<number> {
  for (let base = revision, tries = 0; tries < 5; tries++) {
    const reply = await client.ask(attemptCalls.saveExamAnswer, { attemptId, revision: base, answers })
    const isThere = Object.entries(answers).every(([no, given]) => reply.answers?.[no]?.[0] === given[0])
    // An earlier attempt may have been saved and its answer lost.
    if (reply.saved || isThere) {
      ledger.answered(attemptId, answers)
      return reply.revision
    }
    base = reply.revision
  }
  throw new Error(`${attemptId} takes no answer, though no other window answers`)
}

/** Begins an exam, answers question by question, and mostly submits; some just leave. */
async function sit(life: Life, examId: string): Promise<void> {
  const { client, ledger, goesOn } = life
  const { random } = client
  const { attemptId, items, ...paper } = await client.ask(attemptCalls.goClassExam, { examId })
  const answerTo = ({ no, options }: ExamItem): Answers => ({
    [no]: [options.length > 0 ? letterOf(random.int(0, options.length - 1)) : `答案 ${random.int(1, 999)}`],
  })
  let { revision } = paper
  const count = random.int(3, 10)
  for (const item of items.slice(0, count)) {
    await wait(random.int(200, 900))
    if (!goesOn()) return
    revision = await save(life, attemptId, revision, answerTo(item))
  }
  if (random.next() < 0.2) return
  // Never one that was answered before: until it is acknowledged nobody knows which of the two is there.
  const last = items[count] ? answerTo(items[count]) : {}
  const { status, score } = await client.ask(attemptCalls.submitExam, { attemptId, answers: last })
  ledger.answered(attemptId, last)
  ledger.submitted(attemptId, { status, score })
}

/** A learner who sits one exam after the other. */
export async function sitOn(life: Life, classes: readonly ChaosClass[]): Promise<void> {
  for (const chosen of classes) {
    if (!life.goesOn()) return
    await join(life, chosen)
    await sit(life, chosen.examId!)
  }
}
