import { useSystemConfig } from './settings.ts'

/** The telephone of the portal's service desk, to be dialled with a tap; nothing where the project names none. */
export function ServicePhone() {
  const phone = useSystemConfig()?.info.phone
  return phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : null
}
