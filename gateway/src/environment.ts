/**
 * Keeps @apollo/gateway from reporting to its vendor: the one switch it has is
 * this variable, read when the gateway object is made.
 */
export function refuseVendorTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED = 'true';
}
