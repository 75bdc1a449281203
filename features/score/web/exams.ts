import type { UseQueryResult } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/call.ts'
import { type CallRefused, useCall } from '../../../web/client.ts'
import { scoreCalls, type ScoredExam } from '../contract.ts'
import type { ScoreKind } from '../rules.ts'

/** Returns the query of the newest exams that have scores or can have them, of a kind or of both. */
export const useExamsQuery = (
  kind?: ScoreKind,
): UseQueryResult<OutputOf<typeof scoreCalls.findExams>, CallRefused> =>
  useCall(scoreCalls.findExams, { limit: 50, ...(kind && { kind }) })

/** Returns those exams; none until they are there. */
export const useExams = (kind?: ScoreKind): readonly ScoredExam[] => useExamsQuery(kind).data?.list ?? []
