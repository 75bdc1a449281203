import { useMemo, useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { LoadedSubject } from '../../../web/shell/form/LoadedSubject.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useSubject } from '../../../web/shell/view/subject.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { ImportWizard } from '../../import/web/ImportWizard.tsx'
import { type UnitClass, unitClassCalls } from '../contract.ts'
import { AgainList } from './AgainList.tsx'
import { Obstacle } from './Obstacle.tsx'
import { PasteGrid } from './PasteGrid.tsx'
import { unitClassPaths } from './paths.ts'
import { StaffList } from './StaffList.tsx'
import './UnitClass.css'
import { useUnitClassWords } from './words.ts'

const ways = ['paste', 'staff', 'file', 'again'] as const
type Way = (typeof ways)[number]

/** /train-manage/import-student: people join the roster of a unit class, pasted, ticked, from a file, or once more. */
export default function ImportStudentPage() {
  const [{ id }] = useUrlState()
  const query = useCall(
    unitClassCalls.getUnitClassDetailAndList,
    { id: id!, limit: 1 },
    { enabled: id !== undefined, staleTime: 0 },
  )
  return (
    <LoadedSubject list={unitClassPaths.list} query={query} skeleton={<Skeleton lines={10} />}>
      {({ detail }) => <AddPeople unitClass={detail} />}
    </LoadedSubject>
  )
}

function AddPeople({ unitClass }: { unitClass: UnitClass }) {
  const say = useUnitClassWords()
  const navigate = useViewNavigate()
  const mayOrder = useMay('/train-manage/unit-class#order')
  const [{ by }, change] = useUrlState()
  const way = ways.find((one) => one === by) ?? 'paste'
  const { id, name, unitName, price, people } = unitClass
  useSubject(`${name} · ${say('addPeople')}`)
  return (
    <section className="shell-card unit-class-page">
      <div className="k-cluster k-split">
        <div>
          <h1>{say('forClass', { name, unit: unitName })}</h1>
          <p className="k-muted">
            {price === 0 ? say('free') : `¥${yuan(price)} ${say('perHead')}`} <Obstacle {...unitClass} />
          </p>
        </div>
        <div className="k-cluster">
          <strong>{say('rosterCount', { count: people })}</strong>
          <Button onClick={() => navigate(unitClassPaths.detail(id))}>{say('toBoard')}</Button>
          {mayOrder && (
            <Button type="primary" disabled={people === 0} onClick={() => navigate(unitClassPaths.order(id))}>
              {say('toOrder')}
            </Button>
          )}
        </div>
      </div>
      <Chips<Way>
        label={say('byWhat')}
        value={way}
        onChange={(next) => change({ by: next === 'paste' ? null : next }, 'push')}
        options={ways.map((value) => ({ value, label: say(value) }))}
      />
      {way === 'paste' && <PasteGrid unitClassId={id} />}
      {way === 'staff' && <StaffList unitClassId={id} />}
      {way === 'file' && <FromFile unitClassId={id} />}
      {way === 'again' && <AgainList unitClass={unitClass} way="into" mayOrder={mayOrder} />}
    </section>
  )
}

/** A file of people, checked row by row before they join. */
function FromFile({ unitClassId }: { unitClassId: string }) {
  const say = useUnitClassWords()
  const navigate = useViewNavigate()
  const [creates, setCreates] = useState(false)
  const params = useMemo(
    () => ({ value: { unitClassId, ...(creates && { createUnknown: 'yes' }) } }),
    [unitClassId, creates],
  )
  return (
    <div className="k-stack">
      <p className="k-muted">{say('fileHint')}</p>
      <div>
        <ImportWizard
          kind="unitClassStu"
          name={say('importName')}
          params={params}
          viewLabel={say('importNext')}
          onView={() => navigate(unitClassPaths.detail(unitClassId))}
          choose={
            <label className="k-row">
              <input
                type="checkbox"
                checked={creates}
                onChange={({ target }) => setCreates(target.checked)}
              />
              {say('createUnknown')}
            </label>
          }
        />
      </div>
    </div>
  )
}
