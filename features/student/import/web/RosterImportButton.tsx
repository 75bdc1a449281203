import { useMemo, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { useMay } from '../../../../web/shell/may.ts'
import { importCalls } from '../../../import/contract.ts'
import { ImportWizard } from '../../../import/web/ImportWizard.tsx'
import { UnitPicker } from '../../../unit/web/UnitPicker.tsx'
import { rosterMenu } from '../contract.ts'
import { useRosterWords } from './words.ts'

/** Imports a unit's learners from a sheet; absent for anyone who may not. */
export function RosterImportButton({
  unitId,
  fixed = false,
  onDone,
  next,
}: {
  /** Whose learners they become unless another unit is chosen. */
  unitId: string | null
  /** The page is of this unit: no other is chosen. */
  fixed?: boolean
  /** Asks for the learners of an import. */
  onDone: (importId: string) => void
  /** What can be done next with the learners of an import. */
  next?: (importId: string) => React.ReactNode
}) {
  const say = useRosterWords()
  const may = useMay(rosterMenu)
  const [chosen, setChosen] = useState<string | null>(null)
  const own = useCall(importCalls.findList, {}, { enabled: may && !fixed })
  // The next file is usually for the unit of the last one.
  const last = own.data?.find(({ kind }) => kind === 'roster')?.params.unitId
  const into = fixed ? unitId : (chosen ?? last ?? unitId)
  const missing = say('chooseFirst')
  const params = useMemo(
    () => (into ? { value: { unitId: into } } : { value: null, missing }),
    [into, missing],
  )
  if (!may) return null
  return (
    <ImportWizard
      kind="roster"
      name={say('learners')}
      params={params}
      viewLabel={say('view')}
      onView={({ importId }) => onDone(importId)}
      {...(next && { next })}
      choose={
        fixed ? (
          <p>{say('hint')}</p>
        ) : (
          <div className="k-field">
            <label htmlFor="roster-into">{say('into')}</label>
            <UnitPicker
              id="roster-into"
              {...(into ? { value: into } : {})}
              onChange={(id) => setChosen(id ?? null)}
            />
            <span className="hint">{say('hint')}</span>
          </div>
        )
      }
    />
  )
}
