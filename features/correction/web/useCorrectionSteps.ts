import { useMay } from '../../../web/shell/view/may.ts'
import { type Correction, correctionCalls } from '../contract.ts'
import { stepsOf } from '../../approval/rules.ts'
import type { CorrectionAction } from '../rules.ts'

/** Gives what the reader may do to a correction now. */
export function useCorrectionSteps(): (row: Correction) => CorrectionAction[] {
  const may = { propose: useMay(correctionCalls.propose), approve: useMay(correctionCalls.reject) }
  return (row) => stepsOf(row, may)
}
