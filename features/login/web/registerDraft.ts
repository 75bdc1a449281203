const key = 'registration'
/** Fields that nobody else at the same machine may find: they are typed again after a reload. */
const secret = ['cardNumber', 'password']

/** Returns the values typed before a reload, without the ID number and the password. */
export function readDraft(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>
}

/** Saves typed input across a reload of this window, except the ID number and the password. */
export function saveDraft(values: Readonly<Record<string, string>>): void {
  const open = Object.entries(values).filter(([name]) => !secret.includes(name))
  sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(open)))
}

export function forgetDraft(): void {
  sessionStorage.removeItem(key)
}
