import { useContext } from 'react'
import { Dense } from '../../../web/shell/control/When.tsx'
import { useStateName } from '../../../web/words.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'
import type { Correction } from '../contract.ts'
import { undone } from '../rules.ts'
import './Correction.css'
import { sidesOf } from './sides.ts'
import { useCorrectionWords } from './words.ts'

/** Old and new values, in a row of one line without their subject; swapped when it is undone. */
export function Sides({ row, isUndone = false }: { row: Correction; isUndone?: boolean }) {
  const say = useCorrectionWords()
  const dense = useContext(Dense)
  const shown = isUndone ? undone(row) : row
  const { about, before, after } = sidesOf(shown, say, useClassTypeName(), useStateName(enrolmentLifecycle))
  if (dense) {
    return (
      <span title={about}>
        {before} → {after}
      </span>
    )
  }
  return (
    <div className="correction-sides">
      {about && <span className="correction-about">{about}</span>}
      <del className="correction-before">{before}</del>
      <ins className="correction-after">{after}</ins>
    </div>
  )
}
