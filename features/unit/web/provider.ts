import { useCall } from '../../../web/client.ts'
import { roleCalls } from '../../role/contract.ts'

/** True if the reader sees every unit of the project: others change only their own units' contact. */
export function useIsProvider(): boolean {
  const { data } = useCall(roleCalls.getMyPermission, {})
  return data?.roleSystem === 1 && data.dataScope === 'kind'
}
