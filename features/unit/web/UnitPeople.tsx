import Space from 'antd/es/space'
import Statistic from 'antd/es/statistic'
import { Link } from 'react-router'
import { useMay } from '../../../web/shell/view/may.ts'
import type { UnitDetail } from '../contract.ts'
import { useUnitWords } from './words.ts'

/** Number of a unit's people, with the way to see them and, as children, to bring more in. */
export function UnitPeople({ unit, children }: { unit: UnitDetail; children?: React.ReactNode }) {
  const say = useUnitWords()
  const maySee = useMay('/student-manage/student')
  const reported = (count: number) => (count >= 10_000 ? say('peopleMany') : count)
  return (
    <>
      <div className="unit-figures k-cluster">
        <Statistic title={say('peopleOwn')} value={reported(unit.people)} />
        <Statistic title={say('peopleBelow')} value={reported(unit.peopleBelow)} />
        <Statistic title={say('childUnits')} value={unit.below} />
        <Statistic title={say('managers')} value={unit.managers} />
      </div>
      <Space size="large" wrap>
        {unit.status === 'active' && children}
        {maySee && <Link to={`/student-manage/student?unitId=${unit.id}`}>{say('toStudents')}</Link>}
        {unit.below > 0 && <Link to={`/unit-manage/list?unit=${unit.id}`}>{say('toChildren')}</Link>}
      </Space>
    </>
  )
}
