import { useCall } from '../../../web/client.ts'
import { projectCalls, type Settings, type SystemConfig } from '../contract.ts'
import { defaultSettings } from '../rules.ts'

/** The unit a visitor came for, from the address, for as long as the window is open. */
export function visitedUnit(): string | undefined {
  const given = new URLSearchParams(location.search).get('unitId')
  if (given) sessionStorage.setItem('unitId', given)
  return sessionStorage.getItem('unitId') ?? undefined
}

/** The query for the portal's configuration: loaded once, and again after a change of the settings. */
export function useSystemConfigQuery() {
  const unitId = visitedUnit()
  return useCall(projectCalls.getSystemConfig, unitId ? { unitId } : {}, {
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The portal's configuration, loaded once. */
export function useSystemConfig(): SystemConfig | undefined {
  return useSystemConfigQuery().data
}

/** The portal's settings: the server's merged over the local ones. */
export function useSettings(): Settings {
  return { ...defaultSettings, ...useSystemConfig()?.settings }
}
