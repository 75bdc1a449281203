/** One of several choices. */
export interface Choice {
  value: string
  label: string
}
