import ipaddr from 'ipaddr.js';

/** Whether an address lies in one of these networks, each with its bits or an address alone. With none, every address does. An IPv4 address written as IPv6 is the same one. */
export function createNetworks(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const ranges = networks.map((network) => {
    const [address = '', bits] = network.split('/');
    const base = ipaddr.parse(address);
    return { base, bits: bits === undefined ? base.toByteArray().length * 8 : Number(bits) };
  });
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const given = ipaddr.process(address);
    return ranges.some(({ base, bits }) => base.kind() === given.kind() && given.match(base, bits));
  };
}

/** What one line of the internet has at its disposal: an IPv4 address, or the first 64 bits of an IPv6 one, whose rest anybody may choose for themselves. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const given = ipaddr.process(address);
  return given.kind() === 'ipv4' ? given.toString() : given.toByteArray().slice(0, 8).join('.');
}
