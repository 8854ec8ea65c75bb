import { describe, expect, it } from 'vitest';
import { blockedReason, isOutsideRoot } from './blocked.ts';

describe('refuses', () => {
  it.each([
    'sudo ls',
    'su""do ls',
    "'su'do ls",
    '\\sudo ls',
    '/usr/bin/sudo ls',
    'true && sudo ls',
    'ls | sudo tee x',
    'if true; then sudo ls; fi',
    'f() { sudo ls; }; f',
    '(sudo ls)',
    'x=$(sudo ls)',
    '`sudo ls`',
    'echo "$(sudo ls)"',
    'cat <(sudo ls)',
    'cat <<EOF\n$(sudo ls)\nEOF',
    'for i in $(sudo ls); do :; done',
    'X=1 sudo ls',
    '! sudo ls',
    'exec sudo ls',
  ])('another user: %s', (command) => {
    expect(blockedReason(command)).toContain('sudo');
  });

  it.each([
    'bash -c "sudo ls"',
    "bash -lc 'sudo ls'",
    'sh -c "bash -c \'sudo ls\'"',
    'eval "sudo ls"',
    'echo "sudo ls" | sh',
    'bash <<EOF\nsudo ls\nEOF',
    'bash <<< "sudo ls"',
    'ls | xargs sudo rm',
    'ls | xargs -n 1 -I {} sudo rm {}',
    'env A=1 sudo ls',
    'command sudo ls',
    'nohup sudo ls &',
    'timeout -k 3 5 sudo ls',
    'nice -n 5 sudo ls',
    'time sudo ls',
    'find . -exec sudo rm {} \\;',
  ])('text and commands inside: %s', (command) => {
    expect(blockedReason(command)).toContain('sudo');
  });

  it.each([
    'shutdown -h now',
    'reboot',
    '/sbin/halt',
    'poweroff',
    'systemctl reboot',
    'init 0',
    'while true; do reboot; done',
    'case x in x) reboot;; esac',
  ])('an end of the machine: %s', (command) => {
    expect(blockedReason(command)).toContain('stop the machine');
  });

  it.each([
    'rm -rf /',
    'rm -r -f /',
    'rm  -rf   /',
    'rm / -rf',
    'rm --recursive --force /',
    'rm -Rf //',
    'rm -rf "/"',
    'rm -rf /*',
    'rm -rf --no-preserve-root /',
    'rm -rf /etc',
    'rm -rf build /usr/local',
    'rm -rf /workspace/../etc',
    'rm -rf /tmp/../usr',
    'rm -rf /workspace2',
    'rm -rf ~',
    'rm -rf $HOME',
    'rm -rf "$HOME"/',
    'find / -name x -delete',
    'find / -exec rm -rf {} +',
  ])('what others own: %s', (command) => {
    expect(blockedReason(command)).toMatch(/^(rm|find) /);
  });

  it.each([
    'mkfs.ext4 /dev/sda1',
    'mkfs /dev/sda',
    'dd if=/dev/zero of=/dev/sda bs=1M',
    'echo x >/dev/sda',
    'cat a >> /dev/nvme0n1',
    'echo x | tee /dev/sda',
    'cp image /dev/sdb',
  ])('disks: %s', (command) => {
    expect(blockedReason(command)).toBeTypeOf('string');
  });

  it.each([':(){ :|:& };:', 'bomb() { bomb | bomb & }; bomb', 'f(){ f & f; }; f'])(
    'a fork bomb: %s',
    (command) => {
      expect(blockedReason(command)).toContain('fork bomb');
    },
  );
});

describe('lets pass', () => {
  it.each([
    'rm -rf build',
    'rm -rf ./tmp',
    'rm -rf ../build',
    'rm -rf /workspace/build /tmp/x',
    'rm -rf ~/build',
    'rm -rf "$dir"',
    'rm -f /etc/passwd',
    'ls 2> /dev/null',
    'echo x > /dev/null 2>&1',
    'echo x > /dev/stderr',
    'dd if=/dev/zero of=x bs=1 count=1',
    'cat docs/shutdown.md',
    'echo visudo',
    'echo "sudo is a word"',
    'echo rm -rf /',
    'grep sudo file',
    'which sudo',
    'man reboot',
    'git commit -m "rm -rf /"',
    'python3 -c "print(\'sudo\')"',
    'cat > install.sh <<EOF\nsudo apt install x\nEOF',
    'ls; # sudo',
    'find . -name "*.pyc" -delete',
    'walk() { for f in *; do [ -d "$f" ] && walk "$f" & done; }',
    'f() { f; }',
    'bash script.sh',
    'echo reboot | cat',
    'if then',
    '',
  ])('%s', (command) => {
    expect(blockedReason(command)).toBeUndefined();
  });
});

it('knows what a chat owns', () => {
  const inside = ['/workspace', '/workspace/', '/workspace/a', '/tmp', '/tmp/a/../b'];
  const outside = ['/', '/*', '/workspace2', '/workspace/..', '/tmp/../etc', '/tmpfile', '//'];
  expect(inside.filter(isOutsideRoot)).toEqual([]);
  expect(outside.filter((path) => !isOutsideRoot(path))).toEqual([]);
});
