import { useCall } from '../../../web/client.ts'
import { scoreCalls, type ScoredExam } from '../contract.ts'
import type { ScoreKind } from '../rules.ts'

/** Returns the newest exams that have scores or can have them, of a kind or of both; none until they are there. */
export function useExams(kind?: ScoreKind): readonly ScoredExam[] {
  return useCall(scoreCalls.findExams, { limit: 50, ...(kind && { kind }) }).data?.list ?? []
}
