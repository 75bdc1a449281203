import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import type { Mismatch } from '../../class/audience/contract.ts'
import { usePersonnelName } from '../../classType/web/personnel.ts'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'
import { registerConfigCalls } from '../../project/register/contract.ts'
import type { ClassDetail } from '../contract.ts'
import { useDetailWords } from './detailWords.ts'

/**
 * The audience of a class that leaves the reader out, with the way to fill in or correct one's own category.
 */
export function AudienceNote({ detail, mismatch }: { detail: ClassDetail; mismatch: NonNullable<Mismatch> }) {
  const say = useDetailWords()
  const nameOf = usePersonnelName()
  const { nameOf: regionOf } = useCodeLists(['region'])
  const { data: major } = useCall(registerConfigCalls.checkNeedGoMajor, {}, { staleTime: 300_000 })
  const { part, rule } = mismatch
  const isUnknown = major?.need === true && part !== 'region'
  const values = {
    names: detail.personnelCategories.map(nameOf).join(say('comma')),
    regions: detail.regions.map((code) => regionOf('region', code)).join(say('comma')),
  }
  return (
    <p className="k-note">
      {isUnknown && `${say('unknown')} `}
      {say(`${rule}_${isUnknown && part === 'personnel' ? 'unknown' : part}`, values)}{' '}
      {part !== 'region' && <Link to="/my?tab=account">{say(isUnknown ? 'fillIn' : 'correct')}</Link>}
    </p>
  )
}
