import { usePersonnelName } from '../../classType/web/personnel.ts'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'
import type { Plan } from '../contract.ts'
import { useTrainPlanWords } from './words.ts'

/** Returns the audience of a plan in one line. */
export function useAudienceSentence(): (
  plan: Pick<Plan, 'personnelCategories' | 'regions' | 'units'>,
) => string {
  const say = useTrainPlanWords()
  const personnelName = usePersonnelName()
  const { choices } = useCodeLists(['region'])
  const regionName = (code: string) => choices('region').find(({ value }) => value === code)?.label ?? code
  return ({ personnelCategories, regions, units }) =>
    [
      ...personnelCategories.map(personnelName),
      ...regions.map(regionName),
      ...units.map(({ name }) => name),
    ].join(say('comma')) || say('everyone')
}
