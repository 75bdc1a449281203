import { useSystemConfig } from './settings.ts'

/** The telephone number of the portal's service desk, as a link that dials it; nothing where the project names none. */
export function ServicePhone() {
  const phone = useSystemConfig()?.info.phone
  return phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : null
}
