import { useCall } from '../../../web/client.ts'
import { roleCalls } from '../../role/contract.ts'

/** Whether the reader sees every unit of the project: who does not changes only how to reach the own ones. */
export function useIsProvider(): boolean {
  const { data } = useCall(roleCalls.getMyPermission, {})
  return data?.roleSystem === 1 && data.dataScope === 'kind'
}
