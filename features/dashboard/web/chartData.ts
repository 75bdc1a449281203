/** Rows of numbers by the same labels, the first of the range and the second of the one before. */
export interface ChartData {
  readonly kind: 'lines' | 'bars'
  readonly labels: readonly string[]
  readonly names: readonly string[]
  readonly series: readonly (readonly number[])[]
  readonly format: (value: number) => string
  /** The unit of the numbers; null where the format has it. */
  readonly unit: string | null
}

/** A chart that was drawn. */
export interface DrawnChart {
  update(data: ChartData): void
  /** The chart as it is seen, under its title and what it covers, as the address of a picture. */
  picture(title: string, covers: string): string
  end(): void
}
